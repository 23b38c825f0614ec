import { useState } from 'react'
import { text } from '../../platform/language.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import './rights.css'

const WORDS = {
  once: { zh: '仅显示这一次，关闭后无法再查看。', en: 'Shown only once: you cannot view it again after closing.' },
  copy: { zh: '复制', en: 'Copy' },
  copied: { zh: '已复制', en: 'Copied' },
  close: { zh: '我已记下', en: 'I have saved it' },
} as const

type ShownOnceProps = {
  readonly title: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly secret: string
  readonly onClose: () => void
}

/** A password or a key, shown once so that it can be handed over. */
export const ShownOnceDialog = ({ title, facts, secret, onClose }: ShownOnceProps) => {
  const [copied, setCopied] = useState(false)
  // Missing on a plain-HTTP address; the text can be selected there all the same.
  const clipboard = (navigator as { readonly clipboard?: Clipboard }).clipboard
  return (
    <Dialog
      title={title}
      onEscape={null}
      actions={
        <>
          {clipboard && (
            <button
              type="button"
              className="button"
              onClick={() =>
                void clipboard.writeText(secret).then(
                  () => setCopied(true),
                  () => {},
                )
              }
            >
              {text(copied ? WORDS.copied : WORDS.copy)}
            </button>
          )}
          <button type="button" className="button button-primary" data-first onClick={onClose}>
            {text(WORDS.close)}
          </button>
        </>
      }
    >
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label} className="fact">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <code className="rights-secret">{secret}</code>
      </p>
      <p>{text(WORDS.once)}</p>
    </Dialog>
  )
}
