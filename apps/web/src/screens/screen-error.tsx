import { useState } from 'react'
import { text } from '../platform/language.ts'
import { toast } from '../platform/ui/toast.ts'

const WORDS = {
  title: { zh: '页面出错了', en: 'This screen has failed' },
  why: {
    zh: '请刷新页面；若仍然出错，请把下面的内容告诉管理员。',
    en: 'Please reload the page. If it happens again, send the text below to your administrator.',
  },
  notFetched: { zh: '页面未能加载', en: 'This screen could not be loaded' },
  notFetchedWhy: {
    zh: '连接已断开，或系统刚刚升级。其他已打开的标签页不受影响。',
    en: 'The connection is lost, or the platform was just updated. Open tabs are not affected.',
  },
  reload: { zh: '刷新页面', en: 'Reload' },
  again: { zh: '重试', en: 'Try again' },
  stillCut: { zh: '仍无法连接服务器', en: 'The server still cannot be reached' },
} as const

/** Each browser says it in its own words when a file of the web console does not come. */
const isNotFetched = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload CSS/i.test(error.message)

/** Our own fault; or a file that did not come, off the network or because an update has replaced it. */
export const ScreenError = ({ error }: { error: unknown }) => {
  const [asking, setAsking] = useState(false)
  const notFetched = isNotFetched(error)
  // A browser may cache a failed import, so only a reload requests it again; offline, a reload would lose the whole page.
  const reload = async (): Promise<void> => {
    setAsking(true)
    try {
      await fetch(location.origin, { method: 'HEAD', cache: 'no-store' })
      location.reload()
    } catch {
      toast('warning', text(WORDS.stillCut))
      setAsking(false)
    }
  }
  return (
    <div className="waiting" role="alert">
      <div>
        <h1>{text(notFetched ? WORDS.notFetched : WORDS.title)}</h1>
        <p>{text(notFetched ? WORDS.notFetchedWhy : WORDS.why)}</p>
        {!notFetched && <pre>{error instanceof Error ? error.message : String(error)}</pre>}
        <button className="button button-primary" disabled={asking} onClick={() => void reload()}>
          {text(notFetched ? WORDS.again : WORDS.reload)}
        </button>
      </div>
    </div>
  )
}
