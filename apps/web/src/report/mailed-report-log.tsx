import { mailedReportCalls } from '@tanker/contract/endpoints/mailed-reports'
import type { MailedReport } from '@tanker/contract/mailed-reports'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import { text } from '../platform/language.ts'
import { shownTime } from '../platform/shown-values.ts'
import { Dialog } from '../platform/ui/dialog.tsx'
import { ReadFailed } from '../platform/ui/read-failed.tsx'

const WORDS = {
  title: { zh: '发送记录', en: 'Log' },
  back: { zh: '返回', en: 'Back' },
  none: { zh: '还没有发送过。', en: 'Nothing was sent yet.' },
  byHand: { zh: '立即发送', en: 'sent at once' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '发送记录加载失败', en: 'The log could not be loaded' },
} as const

const STATES = {
  waiting: { zh: '等待发送', en: 'waiting' },
  sending: { zh: '发送中', en: 'being sent' },
  sent: { zh: '已发送', en: 'sent' },
  failed: { zh: '发送失败', en: 'failed' },
} as const

const rowsText = (rows: number): string => text({ zh: `${rows} 行`, en: rows === 1 ? '1 row' : `${rows} rows` })

/** While a mail waits the log is read again after this long. */
const readAgainMs = 3_000

/** What was sent of one mailed report, to whom, and with what result. */
export const MailedReportLog = ({ one, onClose }: { readonly one: MailedReport; readonly onClose: () => void }) => {
  const log = useEndpoint(mailedReportCalls.deliveries, { id: one.id }, { purpose: 'silent', staleTime: 0, refetchInterval: readAgainMs })
  return (
    <Dialog
      title={
        <>
          {text(WORDS.title)}
          <span className="dialog-count">{one.name}</span>
        </>
      }
      className="mailed-dialog"
      onEscape={onClose}
      actions={
        <button type="button" className="button" data-first onClick={onClose}>
          {text(WORDS.back)}
        </button>
      }
    >
      {log.isError && !log.data ? (
        <ReadFailed words={text(WORDS.failed)} onAgain={() => void log.refetch()} />
      ) : (log.data ?? []).length === 0 ? (
        <p>{text(log.data ? WORDS.none : WORDS.loading)}</p>
      ) : (
        <ul className="mailed-list">
          {log.data?.map(({ at, byHand, rows, problem, mails }) => (
            <li key={`${at} ${byHand}`}>
              <b>{shownTime(at, 'minute')}</b>
              <span>{[...(rows === null ? [] : [rowsText(rows)]), ...(byHand ? [text(WORDS.byHand)] : [])].join(' · ')}</span>
              {problem !== '' && <span data-paused="true">{problem}</span>}
              {mails.map(({ address, state, reason }) => (
                <span key={address} data-paused={state === 'failed'}>
                  {address} · {text(STATES[state])}
                  {reason !== '' && ` · ${reason}`}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
