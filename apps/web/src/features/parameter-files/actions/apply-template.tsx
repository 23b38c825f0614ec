import { parameterTemplateCalls } from '@tanker/contract/endpoints/parameter-templates'
import { MAX_SEND_REASON } from '@tanker/contract/parameter-files'
import { useId, useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { noTrucks, TrucksField } from '../../../platform/feed/trucks-field.tsx'
import { text } from '../../../platform/language.ts'
import { FormDialog } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'

const WORDS = {
  title: { zh: '按模板下发', en: 'Send a template' },
  about: { zh: '每辆车先读取并保留原值，写入后再回读。', en: 'Each truck’s old values are read and kept first, and read back afterwards.' },
  reason: { zh: '下发原因', en: 'Reason' },
  submit: { zh: '下发', en: 'Send' },
  needsReason: { zh: '请填写下发原因。', en: 'Please enter the reason.' },
} as const

/** What a template holds, for chosen trucks. */
const ApplyDialog = ({ row, onClose, onDone }: ActionProps) => {
  const id = useId()
  const [truckIds, setTruckIds] = useState<readonly number[]>([])
  const [reason, setReason] = useState('')
  const check = (): string | null => {
    const none = noTrucks(truckIds)
    if (none !== null) return none
    return reason.trim() === '' ? text(WORDS.needsReason) : null
  }
  const send = async (): Promise<void> => {
    const given = { templateId: idOf(row), truckIds: truckIds.join(','), reason: reason.trim() }
    const { trucks } = await call(parameterTemplateCalls.apply, given, { purpose: 'action' })
    toast('success', text({ zh: `已向 ${trucks} 辆车下发`, en: trucks === 1 ? 'Sent to 1 truck' : `Sent to ${trucks} trucks` }))
    onDone()
  }
  return (
    <FormDialog
      title={text(WORDS.title)}
      count={String(row['name'])}
      submit={text(WORDS.submit)}
      check={check}
      onSubmit={send}
      onCancel={onClose}
    >
      <p className="dialog-note">
        {String(row['parameters'])}
        <br />
        {text(WORDS.about)}
      </p>
      <TrucksField value={truckIds} onChange={setTruckIds} />
      <label htmlFor={`${id}-reason`}>{text(WORDS.reason)}</label>
      <input
        id={`${id}-reason`}
        className="field"
        maxLength={MAX_SEND_REASON}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}

export default opens(ApplyDialog)
