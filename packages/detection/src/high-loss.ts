import type { AlarmGrade } from '@tanker/domain/alarm-grade'
import { lossL, lossRatePermille, roundHalfAway } from '@tanker/domain/loss'
import { PRODUCT_GROUPS, type ProductGroup, productGroup } from '@tanker/domain/product'
import type { Thresholds } from '@tanker/domain/thresholds'
import { judgeLoss, summedUncertaintyL } from '@tanker/domain/uncertainty'
import type { Place } from './fact.ts'
import { anchorsSigmaL } from './loss-sigma.ts'
import { areaText, type Moment, placeNow, raise } from './moment.ts'
import type { TripState } from './truck-state.ts'

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
    let beforeL = 0
    let afterL = 0
    let calm = true
    let departedAt = 0
    const sigmasL: number[] = []
    for (const line of trip.lines) {
      if (productGroup(line.oilCode) !== product) continue
      beforeL += line.depart.v20L
      afterL += line.arrive.v20L
      calm = calm && line.depart.calm && line.arrive.calm
      departedAt = Math.max(departedAt, line.depart.at)
      sigmasL.push(anchorsSigmaL(moment, line, line.depart, line.arrive))
    }
    if (beforeL === 0) continue
    const line = { beforeL, afterL }
    const threshold = highLossRatePermille(product, thresholds)
    // A truck that could not be read calm may only err by more: double the litres, and yellow.
    const atLeastL = calm ? thresholds.highLossL : thresholds.highLossStopL
    if (lossL(line) < atLeastL || lossRatePermille([line]) < threshold) continue
    raiseHighLoss(moment, {
      object: productObject(group),
      startedAt: at,
      grade: calm ? 'red' : 'yellow',
      lossL: lossL(line),
      lossRate: lossRatePermille([line]),
      sigmaL: summedUncertaintyL(sigmasL),
      threshold,
      fromAt: departedAt,
      toAt: at,
      from: trip.legPlace ?? trip.place,
      to: placeNow(moment.state),
    })
  }
}

export type HighLoss = {
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
}

/** Spec 3.3 names the properties; loss in litres, rate in per mille. The loss has happened: the alarm has an end. */
export function raiseHighLoss(moment: Moment, loss: HighLoss): void {
  raise(moment, {
    name: 'high-loss',
    type: 202,
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
    },
  })
}
