import { parameterFileCalls } from '@tanker/contract/endpoints/parameter-files'
import { call } from '../../platform/calls/call.ts'
import { text } from '../../platform/language.ts'
import { toast } from '../../platform/ui/toast.ts'

const ORDERED = { zh: '已下发读取，车辆在线后开始', en: 'To be read as soon as the truck is online' } as const

/** Has files read from their trucks, and says so. */
export async function orderReads(files: readonly { readonly truckId: number; readonly file: number }[]): Promise<void> {
  try {
    for (const one of files) await call(parameterFileCalls.read, one, { purpose: 'action' })
    toast('success', text(ORDERED))
  } catch {
    // `call` has shown the reason; the list shows which are being read.
  }
}
