import { text } from '../language.ts'
import { Dialog } from '../ui/dialog.tsx'
import { CopyButton } from './copy-button.tsx'
import './shown-once.css'

const WORDS = {
  once: { zh: '仅显示这一次，关闭后无法再查看。', en: 'Shown only once: you cannot view it again after closing.' },
  close: { zh: '我已记下', en: 'I have saved it' },
} as const

type ShownOnceProps = {
  readonly title: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly secret: string
  /** As it is read out; default: as it is. */
  readonly shown?: string
  readonly onClose: () => void
}

/** A password or a key, shown once so that it can be handed over. */
export const ShownOnceDialog = ({ title, facts, secret, shown = secret, onClose }: ShownOnceProps) => (
  <Dialog
    title={title}
    onEscape={null}
    actions={
      <>
        <CopyButton what={secret} />
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
      <code className="shown-once">{shown}</code>
    </p>
    <p>{text(WORDS.once)}</p>
  </Dialog>
)
