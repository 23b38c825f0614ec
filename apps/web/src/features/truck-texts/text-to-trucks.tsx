import type { ActionProps } from '../../report/actions.ts'
import { SendTextDialog } from '../../platform/truck-texts/send-text-dialog.tsx'

/** A new text; from a row, to its truck and with its words. */
export const TextToTrucks = ({ rows, onDone, onClose }: ActionProps) => {
  const [row] = rows
  const before =
    row === undefined ? {} : { truckIds: [(row['plate'] as { readonly truckId: number }).truckId], begins: String(row['text']) }
  return <SendTextDialog {...before} onSent={onDone} onClose={onClose} />
}
