import type { DeliveryCurve } from '@tanker/contract/delivery-proof'
import { text } from '../../platform/language.ts'
import type { ChartModel } from '../../platform/charts/chart-model.ts'
import { compartmentName } from './trend-options.ts'

const MARK_TEXTS = {
  'left-depot': { zh: '离库', en: 'Left depot' },
  arrived: { zh: '到站', en: 'Arrived' },
  'left-station': { zh: '离站', en: 'Left station' },
  opening: { zh: '开盖', en: 'Opened' },
} as const satisfies Readonly<Record<DeliveryCurve['marks'][number]['kind'], object>>

/** The band is so many sigmas high at either side. */
const BAND_SIGMAS = 2
/** More than this is drawn for no compartment: the surface swings on the road and would hide the loss. */
const SHOWN_SIGMAS = 8

type TimeModel = Extract<ChartModel, { readonly kind: 'time' }>

/** Names nearer to one another than this share of the drawn time would overlap. */
const NAME_SHARE = 1 / 14

/** The marks between two times. An opening beside a named mark keeps its line, without a name over the other one. */
function marksOf(
  { marks }: DeliveryCurve,
  compartment: number | null,
  from: number,
  until: number,
): Pick<TimeModel, 'marks' | 'markNames'> {
  const shown = marks
    .filter((mark) => mark.compartment === null || compartment === null || mark.compartment === compartment)
    .filter(({ at }) => at >= from && at <= until)
  const named = shown.flatMap(({ at, kind }) => (kind === 'opening' ? [] : [at]))
  const isFree = (at: number): boolean => named.every((other) => Math.abs(other - at) > (until - from) * NAME_SHARE)
  const markNames = shown.map(({ at, kind }) => {
    if (kind === 'opening') {
      if (!isFree(at)) return ''
      named.push(at)
    }
    return text(MARK_TEXTS[kind])
  })
  return { marks: shown.map(({ at }) => at), markNames }
}

const earliest = (times: readonly number[]): number => times.reduce((least, at) => Math.min(least, at), Infinity)
const latest = (times: readonly number[]): number => times.reduce((most, at) => Math.max(most, at), -Infinity)
const timesOf = ({ compartments, marks }: DeliveryCurve): number[] => [
  ...compartments.flatMap(({ at }) => at),
  ...marks.map(({ at }) => at),
]

/** The litres of all compartments over the whole trip, with the readings that the sums use as dots. */
export const tripModel = (curve: DeliveryCurve): TimeModel => ({
  kind: 'time',
  unit: 'L',
  ...marksOf(curve, null, earliest(timesOf(curve)), latest(timesOf(curve))),
  series: curve.compartments.map(({ compartment, at, v20L }) => ({
    name: compartmentName(compartment),
    points: at.map((one, index) => [one, v20L[index] ?? null]),
  })),
  dots: curve.compartments.map(({ compartment }) => ({
    name: compartmentName(compartment),
    points: curve.anchors.flatMap((anchor) => (anchor.compartment === compartment ? [[anchor.at, anchor.v20L] as const] : [])),
  })),
})

const hundredth = (litres: number): number => Math.round(litres * 100) / 100

/**
 * One compartment on its way: how far its litres are from those loaded, in the band within which they are the same. From half an hour before
 * the departure until its first unloading begins, or the last reading. Null without a load to compare with.
 */
export function deviationModel(curve: DeliveryCurve, compartment: number): TimeModel | null {
  const of = curve.compartments.find((one) => one.compartment === compartment)
  const loaded = curve.anchors.find((anchor) => anchor.compartment === compartment && anchor.kind === 'loaded')
  if (!of || !loaded) return null
  const arrived = curve.anchors.find((anchor) => anchor.compartment === compartment && anchor.kind === 'arrived')
  const [from, until] = [loaded.at - 1_800_000, arrived?.at ?? Infinity]
  const points = of.at.flatMap((at, index) => {
    const litres = of.v20L[index]
    return at < from || at > until ? [] : [[at, litres === null || litres === undefined ? null : hundredth(litres - loaded.v20L)] as const]
  })
  const change = arrived ? hundredth(arrived.v20L - loaded.v20L) : 0
  const bandL = hundredth(of.sigmaL * BAND_SIGMAS)
  const reachL = Math.ceil(Math.max(of.sigmaL * SHOWN_SIGMAS, Math.abs(change) * 1.5))
  return {
    kind: 'time',
    unit: 'L',
    ...marksOf(curve, compartment, from, Math.min(until, latest(timesOf(curve)))),
    series: [{ name: compartmentName(compartment), points }],
    dots: [{ name: compartmentName(compartment), points: [[loaded.at, 0], ...(arrived ? [[arrived.at, change] as const] : [])] }],
    band: { from: -bandL, to: bandL },
    range: { from: -reachL, to: reachL },
  }
}

/** The first two numbers of a row's id: the truck, and when its trip began. Null for another id. */
export const deliveryIn = (id: string): { readonly truckId: number; readonly tripStartedAt: string } | null => {
  const [, truck, started] = /^(\d{1,10})-(\d{1,14})(?:-|$)/.exec(id) ?? []
  return truck === undefined || started === undefined
    ? null
    : { truckId: Number(truck), tripStartedAt: new Date(Number(started)).toISOString() }
}
