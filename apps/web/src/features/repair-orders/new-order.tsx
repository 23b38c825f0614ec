import { repairOrderCalls } from '@tanker/contract/endpoints/repair-orders'
import type { RepairOrder } from '@tanker/contract/repair-orders'
import type { DevicePart } from '@tanker/domain/devices/device-part'
import { call } from '../../platform/calls/call.ts'
import { text } from '../../platform/language.ts'
import { FormDialog } from '../../platform/ui/form-dialog.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { FormerOrders } from './former-orders.tsx'
import { useOrderFields } from './order-fields.tsx'

const WORDS = {
  submit: { zh: '提交', en: 'Create' },
  saved: { zh: '维修单已创建', en: 'The repair order is created' },
} as const

type NewOrderProps = {
  readonly title: string
  readonly about: { readonly truckId: number; readonly part: DevicePart }
  readonly former: readonly RepairOrder[]
  readonly onCancel: () => void
  readonly onDone: () => void
}

export const NewOrder = ({ title, about, former, onCancel, onDone }: NewOrderProps) => {
  const { typed, check, fields } = useOrderFields()
  const save = async (): Promise<void> => {
    await call(repairOrderCalls.create, { ...about, ...typed }, { purpose: 'action' })
    toast('success', text(WORDS.saved))
    onDone()
  }
  return (
    <FormDialog title={title} submit={text(WORDS.submit)} check={check} onSubmit={save} onCancel={onCancel}>
      {fields}
      <FormerOrders orders={former} />
    </FormDialog>
  )
}
