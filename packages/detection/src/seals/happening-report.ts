import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { highLossFact, privateDischargeFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { OPENING_WAYS } from '@tanker/domain/facts/happening-properties'
import { boxDoorFact, DOOR_REASONS, OPENING_PLACES, sealBreakFact, unsealingFact } from '@tanker/domain/facts/seal-facts'
import { metresOutside } from '@tanker/domain/fences/geo'
import { productGroup } from '@tanker/domain/products/product'
import { judgeLoss, summedUncertaintyL } from '@tanker/domain/loss/uncertainty'
import { hundredth } from '../gauges/gauge-window.ts'
import { type HappeningLoss, type HappeningState } from './happening-state.ts'
import { highLossRatePermille } from '../cargo/high-loss.ts'
import { areaText, type Moment, raise } from '../moment.ts'

/** A depot or station within this distance suggests a wrong fence. */
const nearFenceM = 150

const NAMES: Readonly<Record<number, string>> = {
  [ALARM.unsealing]: 'abnormal-unsealing',
  [ALARM.highLoss]: 'high-loss',
  [ALARM.boxDoorOutside]: 'box-door-outside',
  [ALARM.sealBreak]: 'seal-broken',
  [ALARM.privateDischarge]: 'private-discharge',
}

/** Litres at 20 °C lost in a happening, sum of all compartments. */
export const totalLossV20L = ({ losses }: HappeningState): number =>
  hundredth(losses.reduce((sum, { lossV20L }) => sum + Math.max(0, lossV20L), 0))

type AlarmKey = { readonly type: number; readonly startedAt: number; readonly object: number }

/** The current alarm of a happening; `partOf` ends one that was merged into another. */
export function reportHappening(moment: Moment, happening: HappeningState, partOf?: AlarmKey): void {
  const endedAt = partOf ? moment.at : endOf(happening)
  const suffix =
    happening.type === ALARM.highLoss || happening.type === ALARM.privateDischarge ? '' : endedAt === null ? '-began' : '-ended'
  const parts = {
    name: `${NAMES[happening.type] ?? 'happening'}${suffix}`,
    startedAt: happening.startedAt,
    object: happening.object,
    ...(endedAt === null ? {} : { endedAt }),
    grade: happening.grade,
    place: happening.place,
  }
  const shared = {
    ...details(moment, happening),
    ...(partOf ? { partOf: { type: partOf.type, startedAt: partOf.startedAt, object: partOf.object } } : {}),
  }
  switch (happening.type) {
    case ALARM.unsealing:
      return raise(moment, unsealingFact, { ...parts, properties: { ...unsealingProperties(moment, happening), ...shared } })
    case ALARM.boxDoorOutside:
      return raise(moment, boxDoorFact, {
        ...parts,
        properties: { ...firstProbe(happening), reason: DOOR_REASONS[happening.reason] ?? '', ...shared },
      })
    case ALARM.sealBreak:
      return raise(moment, sealBreakFact, { ...parts, properties: { ...breakProperties(happening), ...shared } })
    case ALARM.highLoss:
      return raise(moment, highLossFact, { ...parts, properties: { ...dischargeProperties(moment, happening), ...shared } })
    default:
      return raise(moment, privateDischargeFact, { ...parts, properties: { ...dischargeProperties(moment, happening), ...shared } })
  }
}

/** Null while something is open. A loss seen by the level alone has already ended when it is reported. */
function endOf({ type, openings, lastAt }: HappeningState): number | null {
  if (type === ALARM.highLoss || type === ALARM.privateDischarge) return lastAt
  let last = 0
  for (const { closedAt } of openings) {
    if (closedAt === 0) return null
    last = Math.max(last, closedAt)
  }
  return last
}

const firstProbe = ({ openings }: HappeningState) => ({ compartment: openings[0]?.compartment ?? 0, probeType: openings[0]?.type ?? 0 })

/** Properties of every happening: all probes, all compartments, litres and their uncertainty. */
function details(moment: Moment, happening: HappeningState) {
  const sigmaL = hundredth(summedUncertaintyL(measured(happening).map((loss) => loss.sigmaL)))
  const lossV20L = totalLossV20L(happening)
  const beforeL = measured(happening).reduce((sum, { from }) => sum + from.v20L, 0)
  const oilCode = mainLoss(happening)?.oilCode
  return {
    loaded: moment.state.loaded,
    openings: happening.openings.map((opening) => ({
      compartment: opening.compartment,
      probeType: opening.type,
      how: OPENING_WAYS[opening.how] ?? 'opened',
      openedAt: opening.openedAt,
      closedAt: opening.closedAt === 0 ? null : opening.closedAt,
      sealCountBefore: opening.oldCount,
      sealCountAfter: opening.newCount,
    })),
    ...(happening.losses.length === 0 || oilCode === undefined
      ? {}
      : {
          lossV20L,
          lossRate: beforeL === 0 ? 0 : Math.round((lossV20L / beforeL) * 1e7) / 1e4,
          highLossRateThreshold: highLossRatePermille(productGroup(oilCode), moment.thresholds),
          uncertaintyL: sigmaL,
          judge: judgeLoss(lossV20L, sigmaL),
          highLoss: lossV20L >= moment.thresholds.highLossStopL,
          discharged: lossV20L >= moment.thresholds.dischargeL,
          compartments: happening.losses.map(lossProperties),
        }),
  }
}

const measured = ({ losses }: HappeningState): readonly HappeningLoss[] => losses.filter(({ to }) => to.at !== 0)

const lossProperties = (loss: HappeningLoss) => ({
  compartment: loss.compartment,
  oilCode: loss.oilCode,
  lossL: loss.lossL,
  lossV20L: loss.lossV20L,
  uncertaintyL: loss.sigmaL,
  ...(loss.movedL === 0 ? {} : { movedL: loss.movedL }),
  volumeBeforeL: loss.from.volumeL,
  volumeAfterL: loss.to.at === 0 ? null : loss.to.volumeL,
})

/** The compartment that lost most, else the first. */
function mainLoss({ losses }: HappeningState): HappeningLoss | undefined {
  let main = losses[0]
  for (const loss of losses) if (main === undefined || loss.lossV20L > main.lossV20L) main = loss
  return main
}

function unsealingProperties(moment: Moment, happening: HappeningState) {
  const main = mainLoss(happening)
  const gauge = moment.state.gauges.find(({ compartment }) => compartment === main?.compartment)
  const lossL = hundredth(happening.losses.reduce((sum, loss) => sum + loss.lossL, 0))
  return {
    ...firstProbe(happening),
    placeKind: OPENING_PLACES[happening.placeKind] ?? 'elsewhere',
    processState: happening.processState,
    openedAt: happening.openings[0]?.openedAt ?? happening.startedAt,
    closedAt: endOf(happening),
    count: happening.count,
    lossL,
    movedL: hundredth(happening.losses.reduce((sum, loss) => sum + Math.max(0, loss.movedL), 0)),
    levelBeforeMm: main?.from.levelMm ?? 0,
    volumeBeforeL: main?.from.volumeL ?? 0,
    levelAfterMm: gauge?.levelMm ?? null,
    volumeAfterL: gauge?.volumeL ?? null,
    fromAt: main?.from.at ?? null,
    suggestedConfirm: lossL >= moment.thresholds.blackLossL ? ('confirmed' as const) : ('unconfirmed' as const),
    suggestedException: suggestedException(moment, happening),
  }
}

function breakProperties(happening: HappeningState) {
  const [first] = happening.openings
  const counted = happening.openings.filter(({ how }) => OPENING_WAYS[how] === 'count')
  return {
    ...firstProbe(happening),
    reason: OPENING_WAYS[first?.how ?? 0] ?? 'opened',
    sealCount: first?.newCount ?? 0,
    unseenOpenings: counted.reduce((sum, { oldCount, newCount }) => sum + ((newCount - oldCount) & 0xffff), 0),
  }
}

/** Spec 3.3 names the properties of 202; loss in litres, rate in per mille. A 322 has those of its record too. */
function dischargeProperties(moment: Moment, happening: HappeningState) {
  const main = mainLoss(happening)
  const area = areaText(happening.place)
  const loss = totalLossV20L(happening)
  return {
    signCode: moment.context.plate,
    compartment: main?.compartment ?? happening.object,
    oilCode: main?.oilCode ?? null,
    cause: '23' as const,
    from: happening.processState,
    to: happening.processState,
    abnormal: 'private-discharge' as const,
    loss,
    startVolumeL: main?.from.volumeL ?? null,
    endVolumeL: main?.to.volumeL ?? null,
    startLevelMm: main?.from.levelMm ?? null,
    endLevelMm: main?.to.levelMm ?? null,
    fromAt: main?.from.at ?? null,
    startTime: main?.from.at ?? null,
    endTime: happening.lastAt,
    startArea: area,
    endArea: area,
  }
}

function suggestedException(moment: Moment, { place: { lat, lng } }: HappeningState): 'human' | 'fence' {
  for (const fence of moment.context.fences.near(lat, lng, nearFenceM)) {
    const site = fence.kind === 'depot' || fence.kind === 'station'
    if (site && metresOutside(fence.shape, lat, lng) > 0) return 'fence'
  }
  return 'human'
}
