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

const marksOf = ({ marks }: DeliveryCurve, compartment: number | null): Pick<TimeModel, 'marks' | 'markNames'> => {
  const shown = marks.filter((mark) => mark.compartment === null || compartment === null || mark.compartment === compartment)
  return { marks: shown.map(({ at }) => at), markNames: shown.map(({ kind }) => text(MARK_TEXTS[kind])) }
}

/** The litres of all compartments over the whole trip, with the readings that the sums use as dots. */
export const tripModel = (curve: DeliveryCurve): TimeModel => ({
  kind: 'time',
  unit: 'L',
  ...marksOf(curve, null),
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
  const { marks = [], markNames = [] } = marksOf(curve, compartment)
  const inside = marks.map((at) => at >= from && at <= until)
  return {
    kind: 'time',
    unit: 'L',
    marks: marks.filter((_, index) => inside[index]),
    markNames: markNames.filter((_, index) => inside[index]),
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
