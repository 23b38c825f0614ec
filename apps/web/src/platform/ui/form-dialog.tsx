import { type InputHTMLAttributes, type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { CallError } from '../calls/call.ts'
import { text } from '../language.ts'
import { Dialog } from './dialog.tsx'

const CANCEL = { zh: '取消', en: 'Cancel' } as const

type FormDialogProps = {
  readonly title: string
  /** Beside the title: how many rows it is about. */
  readonly count?: string
  readonly submit: string
  /** Says what is wrong with the input, below the fields; null where nothing is, or where the fields say it themselves. */
  readonly check?: () => string | null
  /**
   * Sends the input, then closes the dialog or shows what follows; the button is off for so long. After the error of a `call`, whose
   * reason is shown by then, the dialog stays with its input.
   */
  readonly onSubmit: () => Promise<void> | void
  readonly onCancel: () => void
  /** The fields have a layout of their own; by default each stands beside its label. The message of `check` stands below all. */
  readonly own?: true
  readonly className?: string
  /** The input is being sent by the caller. */
  readonly busy?: boolean
  readonly children: ReactNode
}

/** A dialog with fields, one button that sends them and one that leaves it. */
export const FormDialog = ({
  title,
  count,
  submit,
  check,
  onSubmit,
  onCancel,
  own,
  className,
  busy = false,
  children,
}: FormDialogProps) => {
  const id = useId()
  const [complaint, setComplaint] = useState<string | null>(null)
  const [sending, setSending] = useState(false)

  const send = async (): Promise<void> => {
    const wrong = check?.() ?? null
    setComplaint(wrong)
    if (wrong !== null) return
    setSending(true)
    try {
      await onSubmit()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
    } finally {
      setSending(false)
    }
  }

  return (
    <Dialog
      {...(className === undefined ? {} : { className })}
      title={
        count === undefined ? (
          title
        ) : (
          <>
            {title}
            <span className="dialog-count">{count}</span>
          </>
        )
      }
      onEscape={onCancel}
      actions={
        <>
          <button type="button" className="button" onClick={onCancel}>
            {text(CANCEL)}
          </button>
          <button type="submit" form={id} className="button button-primary" disabled={busy || sending}>
            {submit}
          </button>
        </>
      }
    >
      <form
        id={id}
        {...(own ? {} : { className: 'dialog-form' })}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          void send()
        }}
      >
        {children}
        {(!own || check !== undefined) && (
          <p role="alert" className="handle-complaint">
            {complaint}
          </p>
        )}
      </form>
    </Dialog>
  )
}

type InputFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'onChange'> & {
  readonly label: string
  readonly value: string
  readonly onChange: (typed: string) => void
  /** Has the focus when the dialog opens. */
  readonly first?: true
}

/** A text with its label beside it. */
export const InputField = ({ label, onChange, first, ...more }: InputFieldProps) => {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        {...(first ? { 'data-first': '' } : {})}
        {...more}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  )
}

type RadioFieldProps<Value extends string> = {
  readonly label: string
  /** By value, in their order. */
  readonly choices: Readonly<Record<Value, string>>
  /** Empty while none is chosen. */
  readonly value: Value | ''
  readonly onChange: (chosen: Value) => void
  /** The title of the dialog says what is chosen. */
  readonly hiddenLabel?: true
}

/** One of a few choices, all of which are seen. */
export const RadioField = <Value extends string>({ label, choices, value, onChange, hiddenLabel }: RadioFieldProps<Value>) => {
  const id = useId()
  return (
    <>
      {!hiddenLabel && <span id={id}>{label}</span>}
      <div role="radiogroup" {...(hiddenLabel ? { 'aria-label': label } : { 'aria-labelledby': id })} className="handle-confirm">
        {(Object.entries(choices) as [Value, string][]).map(([one, words]) => (
          <label key={one}>
            <input type="radio" name={`${id}-radio`} checked={value === one} onChange={() => onChange(one)} />
            {words}
          </label>
        ))}
      </div>
    </>
  )
}
