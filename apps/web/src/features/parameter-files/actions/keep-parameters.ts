import { parameterBackupCalls } from '@tanker/contract/endpoints/parameter-backups'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { runs } from '../../../report/actions.ts'
import { nameOfRow } from '../name-of-row.ts'

const KEPT = { zh: '已备份车辆上次上报的内容', en: 'Kept what the truck reported last' } as const

/** Keeps what the truck of a row reported last. */
export default runs(async ({ row, onDone }) => {
  const { truckId, file } = nameOfRow(row)
  try {
    await call(parameterBackupCalls.keep, { truckId, file: file.number }, { purpose: 'action' })
    toast('success', text(KEPT))
  } catch {
    // `call` has shown the reason.
  }
  onDone()
})
