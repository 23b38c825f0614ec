import type { Alarm } from '@tanker/contract/alarms'
import { alarmDeskCalls } from '@tanker/contract/endpoints/alarm-desk'
import { truckCalls } from '@tanker/contract/endpoints/trucks'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import { text } from '../platform/language.ts'
import { shownWhole } from '../platform/shown-values.ts'
import { productWords } from '../platform/tank/product-look.ts'

const PlaceMapView = lazy(() => import('../platform/map/place-map-view.tsx').then((module) => ({ default: module.PlaceMapView })))

const WORDS = {
  driver: { zh: '驾驶员', en: 'Driver' },
  phone: { zh: '电话', en: 'Phone' },
  cargo: { zh: '载油', en: 'Cargo' },
  empty: { zh: '空', en: 'empty' },
} as const

/** The map comes when the sound has ended: loading it would make the icon blink unevenly. */
const mapAfterMs = 2_000

type Cargo = { readonly compartment: number; readonly product: string; readonly litres: number | null }
type Extras = { readonly driver: { readonly name: string; readonly phone: string } | null; readonly cargo: readonly Cargo[] }

/** Product and litres of each compartment on one line; undefined gauges and empty compartments in short. */
export const cargoWords = (cargo: readonly Cargo[]): string =>
  cargo
    .map(({ compartment, product, litres }) => {
      const number = text({ zh: `${compartment}仓`, en: `C${compartment}` })
      const held = litres === null ? '–' : litres < 1 ? text(WORDS.empty) : `${product} ${shownWhole(litres)} L`
      // A compartment stands on one line.
      return `${number} ${held}`.replaceAll(' ', '\u00a0')
    })
    .join(text({ zh: '；', en: '; ' }))

/** Who drove and what is aboard: from the alarm desk, or without it from the truck card. Null until it is there. */
const useExtras = ({ id, truckId }: Alarm, source: 'desk' | 'card' | null): Extras | null => {
  const detail = useEndpoint(alarmDeskCalls.detail, { alarmId: id }, { purpose: 'silent', enabled: source === 'desk', retry: false }).data
  const card = useEndpoint(truckCalls.card, { truckId }, { purpose: 'silent', enabled: source === 'card', retry: false }).data
  if (detail)
    return {
      driver: detail.alarm.driver,
      cargo: detail.compartments.map(({ compartment, product, litresNow }) => ({ compartment, product, litres: litresNow })),
    }
  if (card)
    return {
      driver: card.driverName === null ? null : { name: card.driverName, phone: card.driverPhone ?? '' },
      cargo: card.compartments.map(({ compartment, oilCode, oilName, volumeL }) => ({
        compartment,
        product: productWords(oilCode, oilName),
        litres: volumeL,
      })),
    }
  return null
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="fact">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

type ExtraFactsProps = {
  readonly alarm: Alarm
  readonly source: 'desk' | 'card' | null
  /** The facts before these name the driver already. */
  readonly namesDriver: boolean
}

/** Driver, phone and cargo in an alarm's dialog. The dialog does not wait for them. */
export const ExtraFacts = ({ alarm, source, namesDriver }: ExtraFactsProps) => {
  const extras = useExtras(alarm, source)
  const cargo = extras ? cargoWords(extras.cargo) : ''
  const { name = '', phone = '' } = extras?.driver ?? {}
  return (
    <>
      {!namesDriver && name !== '' && <Fact label={text(WORDS.driver)}>{name}</Fact>}
      {phone !== '' && (
        <Fact label={text(WORDS.phone)}>
          <a className="link" href={`tel:${phone}`}>
            {phone}
          </a>
        </Fact>
      )}
      {cargo !== '' && <Fact label={text(WORDS.cargo)}>{cargo}</Fact>}
    </>
  )
}

/** Where it happened, on a small map that is loaded late; its room is there from the beginning. */
export const DialogMap = ({ alarm: { lat, lng } }: { alarm: Pick<Alarm, 'lat' | 'lng'> }) => {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), mapAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (lat === null || lng === null) return null
  return (
    <div className="dialog-map">
      {isDue && (
        <Suspense fallback={null}>
          <PlaceMapView lng={lng} lat={lat} />
        </Suspense>
      )}
    </div>
  )
}
