import { repairOrderCalls } from '@tanker/contract/endpoints/repair-orders'
import { type DevicePart, DEVICE_PART_TEXTS } from '@tanker/domain/devices/device-part'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import type { ActionProps } from '../../report/actions.ts'
import { NewOrder } from './new-order.tsx'
import { OpenOrder } from './open-order.tsx'

const WORDS = {
  title: { zh: '维修单', en: 'Repair order' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '维修单加载失败', en: 'The repair orders could not be loaded' },
  close: { zh: '关闭', en: 'Close' },
} as const

/** The repair of the part of a row: a new order, or the steps of the open one, with the former ones below. */
export const RepairDialog = ({ row, onClose, onDone, onChanged }: ActionProps) => {
  const truck = row['plate'] as { readonly truckId: number; readonly plate: string }
  const part = row['part'] as DevicePart
  const about = { truckId: truck.truckId, part }
  // Each opening reads again: an order may have been given or ended since.
  const orders = useEndpoint(repairOrderCalls.read, about, { purpose: 'poll', gcTime: 0 })
  const title = `${truck.plate} · ${text(DEVICE_PART_TEXTS[part])} · ${text(WORDS.title)}`
  if (orders.data?.open === null)
    return <NewOrder title={title} about={about} former={orders.data.former} onCancel={onClose} onDone={onDone} />
  if (orders.data?.open)
    return (
      <OpenOrder
        key={orders.data.open.version}
        title={title}
        order={orders.data.open}
        former={orders.data.former}
        onCancel={onClose}
        onTaken={(isEnd) => {
          onChanged()
          if (isEnd) onClose()
          else void orders.refetch()
        }}
      />
    )
  return (
    <Dialog
      title={title}
      onEscape={onClose}
      actions={
        <button type="button" className="button" onClick={onClose}>
          {text(WORDS.close)}
        </button>
      }
    >
      {orders.isError ? (
        <ReadFailed words={text(WORDS.failed)} onAgain={() => void orders.refetch()} />
      ) : (
        <p className="waiting">{text(WORDS.loading)}</p>
      )}
    </Dialog>
  )
}
