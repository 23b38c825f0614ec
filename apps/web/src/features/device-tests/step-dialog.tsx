import { type SubmitEvent, useId, useState } from 'react'
import { text } from '../../platform/language.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'

const WORDS = {
  remark: { zh: '原因', en: 'Reason' },
  needReason: { zh: '请填写原因', en: 'Please enter a reason' },
  cancel: { zh: '取消', en: 'Cancel' },
  save: { zh: '保存', en: 'Save' },
} as const

type StepDialogProps = {
  readonly title: string
  readonly busy: boolean
  readonly onSave: (remark: string) => void
  readonly onCancel: () => void
}

/** Asks for the reason (required) why a step failed or does not apply. */
export const StepDialog = ({ title, busy, onSave, onCancel }: StepDialogProps) => {
  const id = useId()
  const [remark, setRemark] = useState('')
  const [complaint, setComplaint] = useState('')
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (remark.trim() === '') setComplaint(text(WORDS.needReason))
    else onSave(remark.trim())
  }
  return (
    <Dialog
      title={title}
      onEscape={onCancel}
      actions={
        <>
          <button type="button" className="button" onClick={onCancel}>
            {text(WORDS.cancel)}
          </button>
          <button type="submit" form={`${id}-form`} className="button button-primary" disabled={busy}>
            {text(WORDS.save)}
          </button>
        </>
      }
    >
      <form id={`${id}-form`} className="handle-form" noValidate onSubmit={submit}>
        <label htmlFor={`${id}-remark`}>{text(WORDS.remark)}</label>
        <input
          id={`${id}-remark`}
          className="field"
          data-first
          required
          maxLength={200}
          value={remark}
          onChange={({ target }) => setRemark(target.value)}
        />
        <p role="alert" className="handle-complaint">
          {complaint}
        </p>
      </form>
    </Dialog>
  )
}
