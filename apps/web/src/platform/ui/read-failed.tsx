import { text } from '../language.ts'

const WORDS = { again: { zh: '重试', en: 'Try again' } } as const

/** In place of what could not be read. */
export const ReadFailed = ({ words, onAgain }: { words: string; onAgain: () => void }) => (
  <div className="waiting" role="alert">
    <p>{words}</p>
    <button type="button" className="button" onClick={onAgain}>
      {text(WORDS.again)}
    </button>
  </div>
)
