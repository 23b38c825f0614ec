import { repairOrderCalls } from '@tanker/contract/endpoints/repair-orders'
import { MAX_REPAIR_NOTE, MAX_REPAIRER, type RepairOrder } from '@tanker/contract/repair-orders'
import type { DevicePart } from '@tanker/domain/devices/device-part'
import { useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { text } from '../../platform/language.ts'
import { FormDialog, InputField } from '../../platform/ui/form-dialog.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { FormerOrders } from './former-orders.tsx'

const WORDS = {
  submit: { zh: '提交', en: 'Create' },
  saved: { zh: '维修单已创建', en: 'The repair order is created' },
  repairer: { zh: '维修人', en: 'Repairer' },
  who: { zh: '姓名或维修厂', en: 'A person or a workshop' },
  phone: { zh: '电话', en: 'Phone' },
  note: { zh: '说明', en: 'What to do' },
  needsRepairer: { zh: '请填写维修人', en: 'Please enter who repairs it' },
} as const

type NewOrderProps = {
  readonly title: string
  readonly about: { readonly truckId: number; readonly part: DevicePart }
  readonly former: readonly RepairOrder[]
  readonly onCancel: () => void
  readonly onDone: () => void
}

export const NewOrder = ({ title, about, former, onCancel, onDone }: NewOrderProps) => {
  const [repairer, setRepairer] = useState('')
  const [phone, setPhone] = useState('')
  const [note, setNote] = useState('')
  const save = async (): Promise<void> => {
    await call(
      repairOrderCalls.create,
      { ...about, repairer: repairer.trim(), phone: phone.trim(), note: note.trim() },
      { purpose: 'action' },
    )
    toast('success', text(WORDS.saved))
    onDone()
  }
  return (
    <FormDialog
      title={title}
      submit={text(WORDS.submit)}
      check={() => (repairer.trim() === '' ? text(WORDS.needsRepairer) : null)}
      onSubmit={save}
      onCancel={onCancel}
    >
      <InputField
        label={text(WORDS.repairer)}
        maxLength={MAX_REPAIRER}
        required
        first
        placeholder={text(WORDS.who)}
        value={repairer}
        onChange={setRepairer}
      />
      <InputField label={text(WORDS.phone)} type="tel" maxLength={MAX_REPAIRER} value={phone} onChange={setPhone} />
      <InputField label={text(WORDS.note)} maxLength={MAX_REPAIR_NOTE} value={note} onChange={setNote} />
      <FormerOrders orders={former} />
    </FormDialog>
  )
}
