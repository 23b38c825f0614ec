import { parameterFileCalls } from '@tanker/contract/endpoints/parameter-files'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { runs } from '../../../report/actions.ts'
import { nameOfRow } from '../name-of-row.ts'

const ORDERED = { zh: '已下发读取，车辆在线后开始', en: 'To be read as soon as the truck is online' } as const

/** Has the chosen files read from their trucks. */
export default runs(async ({ rows, onDone }) => {
  try {
    for (const row of rows) {
      const { truckId, file } = nameOfRow(row)
      await call(parameterFileCalls.read, { truckId, file: file.number }, { purpose: 'action' })
    }
    toast('success', text(ORDERED))
  } catch {
    // `call` has shown the reason; the list shows which are being read.
  }
  onDone()
})
