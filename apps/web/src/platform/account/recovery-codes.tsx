import { useEffect, useRef } from 'react'
import { text } from '../language.ts'
import { CopyButton } from './copy-button.tsx'
import './two-step.css'

const WORDS = {
  heading: { zh: '恢复码', en: 'Recovery codes' },
  what: {
    zh: '手机丢失或更换时，可用恢复码代替动态码登录，每个只能使用一次。请妥善保存，仅显示这一次。',
    en: 'If you lose or change your phone, sign in with one of these in place of a code. Each works once. Keep them safe: they are shown only now.',
  },
  noted: { zh: '我已保存', en: 'I have saved them' },
} as const

/** The ten codes, shown this once. */
export const RecoveryCodes = ({ codes, onNoted }: { readonly codes: readonly string[]; readonly onNoted: () => void }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  // Read out at once: what stood here before is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="two-step-form">
      <h3 ref={heading} tabIndex={-1} className="two-step-heading">
        {text(WORDS.heading)}
      </h3>
      <p>{text(WORDS.what)}</p>
      <ul className="two-step-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="two-step-buttons">
        <CopyButton what={codes.join('\n')} />
        <button type="button" className="button button-primary" onClick={onNoted}>
          {text(WORDS.noted)}
        </button>
      </div>
    </div>
  )
}
