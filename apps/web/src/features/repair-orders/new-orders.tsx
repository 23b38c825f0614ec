import { repairOrderCalls } from '@tanker/contract/endpoints/repair-orders'
import { type DevicePart, DEVICE_PART_TEXTS } from '@tanker/domain/devices/device-part'
import type { Text } from '@tanker/domain/texts/text'
import { useState } from 'react'
import { CallError, call } from '../../platform/calls/call.ts'
import { text } from '../../platform/language.ts'
import { FormDialog } from '../../platform/ui/form-dialog.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { type ActionProps, idOf, type Row } from '../../report/actions.ts'
import { useOrderFields } from './order-fields.tsx'
import './repair-orders.css'

const WORDS = {
  title: { zh: '批量派修', en: 'Order repairs' },
  submit: { zh: '提交', en: 'Create' },
  refused: { zh: '以下未创建，可修改后再次提交：', en: 'Not created; change what is wrong and create them again:' },
} as const

const count = (rows: number): Text => ({ zh: `共 ${rows} 项`, en: rows === 1 ? '1 device' : `${rows} devices` })
const created = (orders: number): Text => ({
  zh: `已创建 ${orders} 张维修单`,
  en: orders === 1 ? '1 repair order is created' : `${orders} repair orders are created`,
})

type Left = { readonly row: Row; readonly why: string }

const truckOf = (row: Row) => row['plate'] as { readonly truckId: number; readonly plate: string }
const partOf = (row: Row) => row['part'] as DevicePart

/**
 * One order for each chosen device with the same repairer. One that is refused, because another user was faster, holds up no other: it
 * stays in the dialog with the reason.
 */
export const NewOrders = ({ rows, onClose, onDone, onChanged }: ActionProps) => {
  const { typed, check, fields } = useOrderFields()
  const [left, setLeft] = useState<readonly Left[]>([])
  const due = left.length > 0 ? left.map(({ row }) => row) : rows
  const save = async (): Promise<void> => {
    const refused: Left[] = []
    for (const row of due) {
      const about = { truckId: truckOf(row).truckId, part: partOf(row) }
      await call(repairOrderCalls.create, { ...about, ...typed }, { purpose: 'silent' }).catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error
        refused.push({ row, why: error.message })
      })
    }
    if (refused.length < due.length) toast('success', text(created(due.length - refused.length)))
    if (refused.length === 0) return onDone()
    setLeft(refused)
    if (refused.length < due.length) onChanged()
  }
  return (
    <FormDialog
      title={text(WORDS.title)}
      count={text(count(due.length))}
      submit={text(WORDS.submit)}
      check={check}
      onSubmit={save}
      onCancel={onClose}
    >
      {fields}
      {left.length > 0 && (
        <div role="alert" className="repair-refused">
          <p>{text(WORDS.refused)}</p>
          <ul>
            {left.map(({ row, why }) => (
              <li key={idOf(row)}>
                {truckOf(row).plate} · {text(DEVICE_PART_TEXTS[partOf(row)])}: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  )
}
