import { useState } from 'react'
import { text } from '../../platform/language.ts'

const WORDS = {
  more: { zh: '展开', en: 'Show all' },
  less: { zh: '收起', en: 'Show less' },
} as const

/** Longer words are cut to two lines, with a button that shows them all. */
const clampedFrom = 80

/** Words of a user, which may be long. */
export const ClampedText = ({ words }: { readonly words: string }) => {
  const [isOpen, setOpen] = useState(false)
  if (words.length < clampedFrom) return words
  return (
    <>
      <span className="desk-clamped" data-open={isOpen}>
        {words}
      </span>{' '}
      <button type="button" className="desk-show-all" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text(isOpen ? WORDS.less : WORDS.more)}
      </button>
    </>
  )
}
