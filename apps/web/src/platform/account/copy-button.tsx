import { useState } from 'react'
import { text } from '../language.ts'

const WORDS = {
  copy: { zh: '复制', en: 'Copy' },
  copied: { zh: '已复制', en: 'Copied' },
} as const

/** Absent on a plain-HTTP address, where the text can be selected all the same. */
export const CopyButton = ({
  what,
  label,
  name = text(WORDS.copy),
}: {
  readonly what: string
  /** What the button says. */ readonly name?: string
  /** What is copied, where the button does not stand beside it alone. */ readonly label?: string
}) => {
  const [copied, setCopied] = useState(false)
  const clipboard = (navigator as { readonly clipboard?: Clipboard }).clipboard
  if (!clipboard) return null
  return (
    <button
      type="button"
      className="button"
      aria-label={copied ? undefined : label}
      title={label}
      onClick={() =>
        void clipboard.writeText(what).then(
          () => setCopied(true),
          () => {},
        )
      }
    >
      {copied ? text(WORDS.copied) : name}
    </button>
  )
}
