import { deliveryProofCalls } from '@tanker/contract/endpoints/delivery-proof'
import { CallError } from '../../platform/calls/call.ts'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { ProofPage } from '../../platform/ui/proof-page.tsx'
import { SheetNotRead } from '../../platform/ui/sheet-not-read.tsx'
import { ProofSheet } from './proof-sheet.tsx'
import { deliveryIn } from './trip-charts.ts'

const WORDS = {
  failed: { zh: '凭证加载失败', en: 'The proof could not be loaded' },
} as const

const NOTHING = { truckId: 0, tripStartedAt: new Date(0).toISOString() }

/** What proves the loss of one delivery, on a page to be printed; its address names it. */
export const DeliveryProofPage = ({ id }: { readonly id: string }) => {
  const { path, search, ask } = useScreenAddress()
  const { delivery: _delivery, ...list } = search
  const asked = deliveryIn(id)
  const call = deliveryProofCalls[path === 'cargo_monitor/data_analysis/oil_loss' ? path : 'cargo_monitor/event_report/delivery_record']
  const proof = useEndpoint(call, asked ?? NOTHING, { enabled: asked !== null, purpose: 'poll' })
  const back = (): void => ask(list)
  if (!proof.data) {
    const refused = proof.error instanceof CallError && proof.error.outcome === 'refused' ? proof.error.message : text(WORDS.failed)
    return <SheetNotRead failed={proof.isError || asked === null ? refused : null} onAgain={() => void proof.refetch()} onBack={back} />
  }
  return (
    <ProofPage onBack={back}>
      <ProofSheet proof={proof.data} />
    </ProofPage>
  )
}
