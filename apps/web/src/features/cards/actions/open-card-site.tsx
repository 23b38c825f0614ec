import { cardCalls } from '@tanker/contract/endpoints/cards'
import { CARD_TICKET_MS } from '@tanker/contract/card-tickets'
import { useEndpoint } from '../../../platform/calls/use-endpoint.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { ReadFailed } from '../../../platform/ui/read-failed.tsx'

const WORDS = {
  title: { zh: '卡务管理', en: 'Card management' },
  why: {
    zh: '将在新窗口打开外部卡务系统，并以您的身份登录。登录凭据一次有效，一分钟内失效；您在本系统的会话不会传给它。',
    en: 'The card site opens in a new window and signs you in with a one-time link valid for one minute. Your session here is not shared with it.',
  },
  loading: { zh: '正在准备…', en: 'Preparing…' },
  failed: { zh: '暂时无法打开卡务系统', en: 'The card site cannot be opened at the moment' },
  cancel: { zh: '取消', en: 'Cancel' },
  open: { zh: '打开', en: 'Open' },
} as const

/** The ticket goes in the body of a form: in an address it would stand in logs and in the browser's history. */
const CardSiteDialog = ({ onClose }: ActionProps) => {
  const query = useEndpoint(
    cardCalls.issueTicket,
    {},
    {
      purpose: 'poll',
      gcTime: 0,
      staleTime: 0,
      // While the dialog stands open its ticket is always a fresh one.
      refetchInterval: CARD_TICKET_MS / 2,
    },
  )
  const { data } = query
  return (
    <Dialog
      title={text(WORDS.title)}
      onEscape={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {text(WORDS.cancel)}
          </button>
          <form
            method="post"
            action={data?.address ?? ''}
            target="_blank"
            rel="noopener noreferrer"
            // After the browser has sent it.
            onSubmit={() => setTimeout(onClose)}
          >
            <input type="hidden" name="ticket" value={data?.ticket ?? ''} />
            <button type="submit" className="button button-primary" data-first disabled={data === undefined}>
              {text(WORDS.open)}
            </button>
          </form>
        </>
      }
    >
      {query.isError && data === undefined ? (
        <ReadFailed words={text(WORDS.failed)} onAgain={() => void query.refetch()} />
      ) : (
        <p>{text(data === undefined ? WORDS.loading : WORDS.why)}</p>
      )}
    </Dialog>
  )
}

export default opens(CardSiteDialog)
