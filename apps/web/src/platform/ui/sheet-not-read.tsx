import { text } from '../language.ts'
import { ReadFailed } from './read-failed.tsx'
import './sheet-page.css'

const WORDS = {
  back: { zh: '返回列表', en: 'Back to the list' },
  loading: { zh: '正在加载…', en: 'Loading…' },
} as const

type SheetNotReadProps = {
  /** Null while it is being read. */
  readonly failed: string | null
  readonly onAgain: () => void
  readonly onBack: () => void
}

/** In place of a page about one row of a list, until it is read. */
export const SheetNotRead = ({ failed, onAgain, onBack }: SheetNotReadProps) => (
  <div className="sheet-page">
    <button type="button" className="button" onClick={onBack}>
      {text(WORDS.back)}
    </button>
    {failed === null ? <p className="waiting">{text(WORDS.loading)}</p> : <ReadFailed words={failed} onAgain={onAgain} />}
  </div>
)
