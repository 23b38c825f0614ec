import { text } from '../language.ts'

const WORDS = {
  title: { zh: '页面出错了', en: 'This screen has failed' },
  why: {
    zh: '请刷新页面；若仍然出错，请把下面的内容告诉管理员。',
    en: 'Please reload the page. If it happens again, tell your administrator what stands below.',
  },
  reload: { zh: '刷新页面', en: 'Reload' },
} as const

/** Our own fault, or a file of an older version that is gone after an update. */
export const ScreenError = ({ error }: { error: unknown }) => (
  <div className="waiting" role="alert">
    <div>
      <h1>{text(WORDS.title)}</h1>
      <p>{text(WORDS.why)}</p>
      <pre>{error instanceof Error ? error.message : String(error)}</pre>
      <button className="button button-primary" onClick={() => location.reload()}>
        {text(WORDS.reload)}
      </button>
    </div>
  </div>
)
