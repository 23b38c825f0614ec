import { deliveryProofCalls } from '@tanker/contract/endpoints/delivery-proof'
import { type CSSProperties, useEffect } from 'react'
import { CallError } from '../../platform/calls/call.ts'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { SheetNotRead } from '../../platform/ui/sheet-not-read.tsx'
import { cssName, paletteOf } from '../../platform/ui/theme.ts'
import './delivery-proof.css'
import { ProofSheet } from './proof-sheet.tsx'
import { deliveryIn } from './trip-charts.ts'

const WORDS = {
  failed: { zh: '凭证加载失败', en: 'The proof could not be loaded' },
  back: { zh: '返回列表', en: 'Back to the list' },
  print: { zh: '打印', en: 'Print' },
} as const

const NOTHING = { truckId: 0, tripStartedAt: new Date(0).toISOString() }

/** Paper is light in either theme. */
const PAPER = Object.fromEntries([
  ...Object.entries(paletteOf('light')).map(([name, colour]) => [cssName(name), colour]),
  ['colorScheme', 'light'],
]) as CSSProperties

/** What proves the loss of one delivery, on a page to be printed; its address names it. */
export const DeliveryProofPage = ({ id }: { readonly id: string }) => {
  const { path, search, ask } = useScreenAddress()
  const { delivery: _delivery, ...list } = search
  const asked = deliveryIn(id)
  const call = deliveryProofCalls[path === 'cargo_monitor/data_analysis/oil_loss' ? path : 'cargo_monitor/event_report/delivery_record']
  const proof = useEndpoint(call, asked ?? NOTHING, { enabled: asked !== null, purpose: 'poll' })
  const back = (): void => ask(list)
  // A screen behind another one is still in the page, and is not what is printed.
  useEffect(() => {
    document.documentElement.dataset['proof'] = ''
    return () => {
      delete document.documentElement.dataset['proof']
    }
  }, [])
  if (!proof.data) {
    const refused = proof.error instanceof CallError && proof.error.outcome === 'refused' ? proof.error.message : text(WORDS.failed)
    return <SheetNotRead failed={proof.isError || asked === null ? refused : null} onAgain={() => void proof.refetch()} onBack={back} />
  }
  return (
    <div className="proof" style={PAPER}>
      <div className="proof-tools">
        <button type="button" className="button" onClick={back}>
          {text(WORDS.back)}
        </button>
        <button type="button" className="button button-primary" onClick={() => window.print()}>
          {text(WORDS.print)}
        </button>
      </div>
      <ProofSheet proof={proof.data} />
    </div>
  )
}
