import { useState } from 'react'
import { text } from '../../platform/language.ts'
import { FormDialog, InputField } from '../../platform/ui/form-dialog.tsx'

const WORDS = {
  remark: { zh: '原因', en: 'Reason' },
  needReason: { zh: '请填写原因', en: 'Please enter a reason' },
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
  const [remark, setRemark] = useState('')
  return (
    <FormDialog
      title={title}
      submit={text(WORDS.save)}
      busy={busy}
      check={() => (remark.trim() === '' ? text(WORDS.needReason) : null)}
      onSubmit={() => onSave(remark.trim())}
      onCancel={onCancel}
    >
      <InputField label={text(WORDS.remark)} first required maxLength={200} value={remark} onChange={setRemark} />
    </FormDialog>
  )
}
