import { airtightCalls } from '@tanker/contract/endpoints/airtight'
import { CallError } from '../../platform/calls/call.ts'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { ProofPage } from '../../platform/ui/proof-page.tsx'
import { SheetNotRead } from '../../platform/ui/sheet-not-read.tsx'
import { AirtightSheet } from './airtight-sheet.tsx'

const FAILED = { zh: '检测单加载失败', en: 'The record could not be loaded' } as const

const NOTHING = { truckId: 0, startedAt: new Date(0).toISOString() }

/** Truck and begin of a test as the address has them; null for other words. */
export const testIn = (id: string): typeof NOTHING | null => {
  const [, truck, started] = /^(\d{1,10})-(\d{1,14})$/.exec(id) ?? []
  return truck === undefined || started === undefined
    ? null
    : { truckId: Number(truck), startedAt: new Date(Number(started)).toISOString() }
}

/** The record of one airtightness test, on a page to be printed; its address names it. */
export const AirtightRecordPage = ({ id }: { readonly id: string }) => {
  const { search, ask } = useScreenAddress()
  const { test: _test, ...list } = search
  const asked = testIn(id)
  const record = useEndpoint(airtightCalls.record, asked ?? NOTHING, { enabled: asked !== null, purpose: 'poll' })
  const back = (): void => ask(list)
  if (!record.data) {
    const refused = record.error instanceof CallError && record.error.outcome === 'refused' ? record.error.message : text(FAILED)
    return <SheetNotRead failed={record.isError || asked === null ? refused : null} onAgain={() => void record.refetch()} onBack={back} />
  }
  return (
    <ProofPage onBack={back}>
      <AirtightSheet record={record.data} />
    </ProofPage>
  )
}
