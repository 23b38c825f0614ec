import { signInCalls } from '@tanker/contract/endpoints/sign-ins'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import './rights.css'
import { SignInsTable } from './sign-ins-table.tsx'

const WORDS = {
  title: { zh: '我的登录日志', en: 'My sign-in log' },
  hint: {
    zh: '最近 20 条记录。如有不是您本人的登录，请立即修改密码。',
    en: 'The last 20 entries. If one of them was not you, change your password now.',
  },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '登录日志加载失败', en: 'The sign-in log could not be loaded' },
  close: { zh: '关闭', en: 'Close' },
} as const

/** When, from where and with which browser the user signed in, and who tried to. */
export const OwnSignInsDialog = ({ onClose }: { onClose: () => void }) => {
  const signIns = useEndpoint(signInCalls.listOwn, null, { purpose: 'poll', gcTime: 0, staleTime: 0 })
  return (
    <Dialog
      className="entity-dialog"
      title={text(WORDS.title)}
      onEscape={onClose}
      actions={
        <button type="button" className="button button-primary" data-first onClick={onClose}>
          {text(WORDS.close)}
        </button>
      }
    >
      <p className="rights-hint">{text(WORDS.hint)}</p>
      {signIns.isPending && <p>{text(WORDS.loading)}</p>}
      {signIns.isError && <ReadFailed words={text(WORDS.failed)} onAgain={() => void signIns.refetch()} />}
      {signIns.data && <SignInsTable rows={signIns.data} label={text(WORDS.title)} />}
    </Dialog>
  )
}
