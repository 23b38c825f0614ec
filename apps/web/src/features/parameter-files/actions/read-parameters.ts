import { runs } from '../../../report/actions.ts'
import { nameOfRow } from '../name-of-row.ts'
import { orderReads } from '../order-reads.ts'

/** Has the chosen files read from their trucks. */
export default runs(async ({ rows, onDone }) => {
  await orderReads(rows.map(nameOfRow).map(({ truckId, file }) => ({ truckId, file: file.number })))
  onDone()
})
