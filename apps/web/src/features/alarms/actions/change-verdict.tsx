import { alarmCalls } from '@tanker/contract/endpoints/alarms'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { FormDialog, RadioField } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type Verdict, verdicts } from '../verdicts.ts'

const WORDS = {
  title: { zh: '更改确认', en: 'Change verdict' },
  save: { zh: '提交', en: 'Submit' },
  saved: { zh: '确认状态已更改', en: 'Verdict changed' },
} as const

/** Changes the verdict of handled alarms; the server refuses unhandled ones (spec 5.4). */
const ChangeVerdictDialog = ({ rows, onDone, onClose }: ActionProps) => {
  const [confirm, setConfirm] = useState<Verdict>('confirmed')
  const save = async (): Promise<void> => {
    await call(alarmCalls.confirm, { alarmIds: rows.map(idOf).join(','), confirm }, { purpose: 'action' })
    toast('success', text(WORDS.saved))
    onDone()
  }
  return (
    <FormDialog title={text(WORDS.title)} submit={text(WORDS.save)} onSubmit={save} onCancel={onClose} own>
      <RadioField label={text(WORDS.title)} hiddenLabel choices={verdicts()} value={confirm} onChange={setConfirm} />
    </FormDialog>
  )
}

export default opens(ChangeVerdictDialog)
