import { syscfg } from '@tanker/parameters/device-files/syscfg'
import { runs } from '../../../report/actions.ts'
import { orderReads } from '../order-reads.ts'

/** Has the consoles of the chosen trucks say what their cameras are set to. */
export default runs(async ({ rows, onDone }) => {
  await orderReads(rows.map((row) => ({ truckId: (row['plate'] as { readonly truckId: number }).truckId, file: syscfg.number })))
  onDone()
})
