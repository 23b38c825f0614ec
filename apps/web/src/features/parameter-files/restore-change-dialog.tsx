import { parameterChangeCalls } from '@tanker/contract/endpoints/parameter-changes'
import { MAX_SEND_REASON } from '@tanker/contract/parameter-files'
import { useId, useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { text } from '../../platform/language.ts'
import { FormDialog } from '../../platform/ui/form-dialog.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { type ActionProps, idOf } from '../../report/actions.ts'

const WORDS = {
  title: { zh: '恢复原值', en: 'Restore the old value' },
  change: { zh: '新值 → 原值', en: 'New value → old value' },
  none: { zh: '空', en: 'Empty' },
  reason: { zh: '原因', en: 'Reason' },
  needsReason: { zh: '请填写原因', en: 'Please enter the reason' },
  ordered: { zh: '已下发，车辆在线后写入并回读核对', en: 'To be sent when the truck is online, and read back afterwards' },
  set: { zh: '已恢复，10 秒后生效', en: 'Restored; it counts in ten seconds' },
  submit: { zh: '恢复', en: 'Restore' },
} as const

/** The value that a parameter or a threshold had before the change of the row. */
export const RestoreChangeDialog = ({ name, row, onClose, onDone }: ActionProps) => {
  const reasonId = useId()
  const [reason, setReason] = useState('')
  const [changeId = '', ...parts] = idOf(row).split('-')
  const isThreshold = name === 'restore-threshold'
  const restore = async (): Promise<void> => {
    const restored = isThreshold ? parameterChangeCalls.restoreThreshold : parameterChangeCalls.restoreParameter
    await call(restored, { changeId, name: parts.join('-'), reason: reason.trim() }, { purpose: 'action' })
    toast('success', text(isThreshold ? WORDS.set : WORDS.ordered))
    onDone()
  }
  const shown = (value: unknown): string => (value === null || value === undefined || value === '' ? text(WORDS.none) : String(value))
  return (
    <FormDialog
      title={text(WORDS.title)}
      submit={text(WORDS.submit)}
      check={() => (reason.trim() === '' ? text(WORDS.needsReason) : null)}
      onSubmit={restore}
      onCancel={onClose}
    >
      <p className="dialog-note">
        {[row['subject'], row['file'], row['place'], row['parameter']].filter((one) => typeof one === 'string' && one !== '').join(' · ')}
      </p>
      <p>
        {text(WORDS.change)}: {shown(row['new'])} → <strong>{shown(row['old'])}</strong>
      </p>
      <label htmlFor={reasonId}>{text(WORDS.reason)}</label>
      <input
        id={reasonId}
        className="field"
        maxLength={MAX_SEND_REASON}
        required
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}
