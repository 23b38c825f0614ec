import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { lossL, lossRatePermille, roundHalfAway } from '@tanker/domain/loss/loss'
import { PRODUCT_GROUPS, type ProductGroup, productGroup } from '@tanker/domain/products/product'
import type { Thresholds } from '@tanker/domain/thresholds'
import { judgeLoss, summedUncertaintyL } from '@tanker/domain/loss/uncertainty'
import type { Place } from '@tanker/domain/facts/place'
import type { PropertiesOf } from '@tanker/domain/facts/declaration'
import { highLossFact } from '@tanker/domain/facts/cargo-alarm-facts'
import type { TripState } from './trip-state.ts'
import { noiseL } from '../gauges/gauge-noise.ts'
import { legSigmaL } from './loss-sigma.ts'
import { readSealed } from './sealed-fall.ts'
import { areaText, type Moment, placeNow, raise } from '../moment.ts'
import { addReported } from '../seals/custody-state.ts'
import { isStuck } from '../gauges/stuck-gauge.ts'

/** Object of a leg's high loss: beyond the compartments' numbers, one per product group. */
const productObject = (group: number): number => 11 + group

export function highLossRatePermille(group: ProductGroup, thresholds: Thresholds): number {
  return group === 'gasoline' ? thresholds.highLossGasolinePermille : thresholds.highLossDieselPermille
}

/** At an arrival: what is gone since the departure, one alarm per leg and product (202, domain rule D.7). */
export function judgeTransitLoss(moment: Moment, trip: TripState): void {
  const { at, thresholds } = moment
  for (let group = 0; group < PRODUCT_GROUPS.length; group += 1) {
    const product = PRODUCT_GROUPS[group] as ProductGroup
    const threshold = highLossRatePermille(product, thresholds)
    const all = legLoss(moment, trip, product, false)
    // What compartments lost that were read calm behind shut seals is certain, though others were not.
    const certain = all.calm ? all : legLoss(moment, trip, product, true)
    const isCertain = isHigh(certain, thresholds.highLossL, threshold)
    // A truck that could not be read calm may only err by more: double the litres, and yellow.
    const loss = !all.calm && isHigh(all, thresholds.highLossStopL, threshold) ? all : certain
    if (loss === certain && !isCertain) continue
    raiseHighLoss(moment, {
      object: productObject(group),
      startedAt: at,
      grade: isCertain ? 'red' : 'yellow',
      lossL: lossL(loss),
      lossRate: lossRatePermille([loss]),
      sigmaL: summedUncertaintyL(loss.sigmasL),
      threshold,
      fromAt: loss.departedAt,
      toAt: at,
      from: trip.legPlace ?? trip.place,
      to: placeNow(moment.state),
      compartments: loss.compartments,
    })
    for (const { compartment, lossV20L } of loss.compartments) if (lossV20L > 0) addReported(moment.state.custody, compartment, lossV20L)
  }
}

const isHigh = (loss: LegLosses, atLeastL: number, ratePermille: number): boolean =>
  loss.beforeL !== 0 && lossL(loss) >= Math.max(atLeastL, summedUncertaintyL(loss.noisesL)) && lossRatePermille([loss]) >= ratePermille

/** What the compartments of a product lost on this leg; `onlyCertain` leaves out those that may have flowed, or swung, before they were read. */
function legLoss(moment: Moment, trip: TripState, product: ProductGroup, onlyCertain: boolean): LegLosses {
  const sum: LegLosses = { beforeL: 0, afterL: 0, calm: true, departedAt: 0, sigmasL: [], noisesL: [], compartments: [] }
  for (const line of trip.lines) {
    // The litres of a hanging float prove neither a loss nor its absence.
    if (productGroup(line.oilCode) !== product || isStuck(moment, line.compartment)) continue
    const isCalm = line.depart.calm && line.arrive.calm
    // What another compartment has more of was moved there, however it was read.
    const isMore = line.depart.calm && line.arrive.v20L - line.depart.v20L >= moment.thresholds.dischargeBeforeCalmL
    if (onlyCertain && !isMore && !(isCalm && readSealed(moment, line.compartment, line.arrive.at))) continue
    // Litres already reported by an alarm of this leg are not reported again.
    const reportedL = moment.state.custody.reported.find(({ compartment }) => compartment === line.compartment)?.v20L ?? 0
    const sigmaL = legSigmaL(moment, line)
    sum.beforeL += line.depart.v20L
    sum.afterL += line.arrive.v20L + reportedL
    sum.calm = sum.calm && isCalm
    sum.departedAt = Math.max(sum.departedAt, line.depart.at)
    sum.sigmasL.push(sigmaL)
    const gauge = moment.state.gauges.find(({ compartment }) => compartment === line.compartment)
    if (gauge !== undefined) sum.noisesL.push(noiseL(moment, gauge))
    sum.compartments.push({
      compartment: line.compartment,
      oilCode: line.oilCode,
      lossV20L: roundHalfAway(line.depart.v20L - line.arrive.v20L - reportedL, 2),
      toldV20L: reportedL,
      uncertaintyL: sigmaL,
      volumeBeforeL: line.depart.volumeL,
      volumeAfterL: line.arrive.volumeL,
    })
  }
  return sum
}

type LegLosses = {
  beforeL: number
  afterL: number
  calm: boolean
  departedAt: number
  /** One sigma of each compartment. */
  readonly sigmasL: number[]
  /** What scatter and steps of each gauge explain. */
  readonly noisesL: number[]
  readonly compartments: LegLoss[]
}

/** Loss of one compartment on a leg, without litres reported by an earlier alarm. */
type LegLoss = NonNullable<PropertiesOf<typeof highLossFact>['compartments']>[number]

type HighLoss = {
  readonly object: number
  readonly startedAt: number
  readonly grade: AlarmGrade
  readonly lossL: number
  readonly lossRate: number
  /** One sigma of the litres. */
  readonly sigmaL: number
  readonly threshold: number
  readonly fromAt: number
  readonly toAt: number
  readonly from: Place
  readonly to: Place
  readonly compartments: readonly LegLoss[]
  /** What makes it one, where it is not what a leg lost. */
  readonly reason?: 'gauge-jump'
}

/** Spec 3.3 names the properties; loss in litres, rate in per mille. The loss has happened: the alarm has an end. */
export function raiseHighLoss(moment: Moment, loss: HighLoss): void {
  raise(moment, highLossFact, {
    name: 'high-loss',
    startedAt: loss.startedAt,
    object: loss.object,
    endedAt: loss.toAt,
    grade: loss.grade,
    place: loss.to,
    properties: {
      signCode: moment.context.plate,
      loss: roundHalfAway(loss.lossL, 2),
      lossRate: roundHalfAway(loss.lossRate, 4),
      uncertaintyL: roundHalfAway(loss.sigmaL, 2),
      judge: judgeLoss(loss.lossL, loss.sigmaL),
      highLossRateThreshold: loss.threshold,
      startTime: loss.fromAt,
      endTime: loss.toAt,
      startArea: areaText(loss.from),
      endArea: areaText(loss.to),
      compartments: loss.compartments,
      ...(loss.reason === undefined ? {} : { reason: loss.reason }),
    },
  })
}
