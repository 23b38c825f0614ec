import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { coverKind } from '@tanker/domain/devices/probe-type'
import { cargoDeviceFact, GAUGE_TROUBLES, gaugeFaultFact, type GaugeTrouble } from '@tanker/domain/facts/equipment-facts'
import { apiThresholdFact } from '@tanker/domain/facts/seal-facts'
import type { GaugeState } from './gauge-state.ts'
import { sealOf } from './compartment-seal.ts'
import { capacityL } from './compartment-sizes.ts'
import { isDead } from './dead-jump.ts'
import { floatRangeMm } from './gauge-window.ts'
import { isRolling } from '../motion/rolling.ts'
import type { Moment } from '../moment.ts'
import { anyOpen } from '../seals/probes.ts'
import { ranDryUnderFloat, standsUnderMeter } from './stuck-gauge.ts'
import { findTrouble, judgeTrouble, type TroubleOf } from '../equipment/troubles.ts'
import type { TroubleState } from '../seals/custody-state.ts'
import type { JumpState } from './jump-state.ts'
import { carriesWater } from '../cargo/water-truck.ts'

const once = 0

/** What is quick to see, with every reading: fault codes and levels that jump. */
export function noteGaugeFault(moment: Moment, gauge: GaugeState): void {
  judge(moment, gauge, 'fault-code', gauge.fault !== 0, gauge.fault, 0, moment.thresholds.gaugeFaultS * 1000)
}

/** A level that is somewhere else between two near frames while nothing can flow. */
export function noteLevelJump(moment: Moment, gauge: GaugeState, fromMm: number, toMm: number): void {
  const process = moment.state.process.state
  const flows = process >= 1 && process <= 4 ? true : process >= 7 && process <= 10
  // A small compartment fills by more than that between two frames, before the process knows.
  if (flows || sealOf(moment, gauge.compartment) === 'open' || anyOpen(moment.state, 'manhole')) return
  judge(moment, gauge, 'level-jump', true, Math.abs(toMm - fromMm), moment.thresholds.levelJumpMm, once)
}

/** A level that stepped and stayed, with nothing open (level-jumps.ts). */
export function raiseLevelJump(moment: Moment, gauge: GaugeState, stepMm: number): void {
  judge(moment, gauge, 'level-jump', true, stepMm, moment.thresholds.levelJumpMovingMm, once)
}

/** A float that hangs, as the truck leaves (stuck-gauge.ts). */
export function raiseStuck(moment: Moment, gauge: GaugeState): void {
  judge(moment, gauge, 'stuck', true, 0, moment.thresholds.gaugeStuckMm, once)
}

/** The open alarm of a gauge that jumped. */
export const levelJumpAlarm = (moment: Moment, { compartment }: GaugeState): TroubleState | null =>
  findTrouble(moment, ALARM.cargoDevice, compartment * 100 + GAUGE_TROUBLES.indexOf('level-jump'))

/** Once a minute: what takes time to see. */
export function stepGaugeTroubles(moment: Moment, tiltDeg: number): void {
  const { at, state, thresholds: t } = moment
  const { motion } = state
  const known = state.custody.troubles.length > 0
  const metered = state.custody.deliveries.length > 0
  for (const gauge of state.gauges) {
    // One that never spoke is none.
    if (gauge.at === 0) continue
    const silentMs = at - gauge.at
    // While neither gauges nor seals speak it is the terminal that is silent (214).
    if (known || silentMs >= t.gaugeSilentMin * 60_000) judgeSilence(moment, gauge, silentMs)
    if (known || gauge.temperatureC < t.gaugeColdestC || gauge.temperatureC > t.gaugeHottestC) judgeTemperature(moment, gauge)
    if ((known || gauge.calmNow) && !carriesWater(moment)) judgeFill(moment, gauge)
    const hangs = (state.process.state >= 7 && ranDryUnderFloat(moment, gauge)) || (metered && standsUnderMeter(moment, gauge))
    if (hangs) raiseStuck(moment, gauge)
    // A jump is over once none came for a while: each one renews it, one of the road waits for a calm surface, a dead gauge for a level.
    if (known && !gauge.jump?.road && !isDead(moment, gauge)) judge(moment, gauge, 'level-jump', false, 0, t.levelJumpMm, once)
  }
  // One that brakes or starts leans by more than it stands.
  const beyond = tiltDeg > t.calmTiltDeg && !isRolling(moment) && motion.slowSinceAt !== at
  if (known || beyond) judge(moment, null, 'tilt', beyond, tiltDeg, t.calmTiltDeg, t.tiltBeyondS * 1000)
  const stuckMs = t.gaugeStuckMin * 60_000
  if (motion.moving && at - state.custody.floatsAt >= stuckMs && at - motion.movingSinceAt >= stuckMs) {
    state.custody.floatsAt = at
    judgeFloats(moment, stuckMs)
  }
  stepThresholdSensors(moment)
}

/** Floats swing while driving: one that does not, in enough product, hangs. Standing says nothing of it. */
function judgeFloats(moment: Moment, windowMs: number): void {
  const { at, state, thresholds: t } = moment
  const ranges = state.gauges.map((gauge) => floatRangeMm(gauge.window, at, windowMs))
  if (Math.max(...ranges) <= t.gaugeSwingMm) return
  for (const [i, gauge] of state.gauges.entries()) {
    const rangeMm = ranges[i] ?? 0
    const speaks = gauge.fault === 0 && at - gauge.at < 60_000 && gauge.volumeL >= t.loadedL && !isDead(moment, gauge)
    judge(moment, gauge, 'stuck', speaks && rangeMm < t.gaugeStuckMm, rangeMm, t.gaugeStuckMm, once)
  }
}

function judgeSilence(moment: Moment, gauge: GaugeState, silentMs: number): void {
  const { gaugeSilentMin } = moment.thresholds
  let newestAt = 0
  for (const other of moment.state.gauges) if (other.at > newestAt) newestAt = other.at
  const limitMs = gaugeSilentMin * 60_000
  const { at, state } = moment
  // Aboard are litres that no gauge watches, while the seals of the same terminal still speak.
  const sealsSpeak = state.loaded && state.probes.some((probe) => probe.answering && probe.at > gauge.at && at - probe.at < limitMs)
  const alone = newestAt - gauge.at >= limitMs || (sealsSpeak && silentMs >= limitMs)
  judge(moment, gauge, 'silent', alone, silentMs / 60_000, gaugeSilentMin, once)
}

function judgeTemperature(moment: Moment, gauge: GaugeState): void {
  const { gaugeColdestC, gaugeHottestC } = moment.thresholds
  const { temperatureC } = gauge
  const limitC = temperatureC < 0 ? gaugeColdestC : gaugeHottestC
  judge(moment, gauge, 'temperature', temperatureC < gaugeColdestC || temperatureC > gaugeHottestC, temperatureC, limitC, once)
}

function judgeFill(moment: Moment, gauge: GaugeState): void {
  const { overfillPercent } = moment.thresholds
  const capacity = capacityL(moment.context, gauge.compartment)
  const fillPercent = capacity === 0 || !gauge.calmNow || isDead(moment, gauge) ? 0 : (gauge.calm.volumeL / capacity) * 100
  judge(moment, gauge, 'overfill', fillPercent > overfillPercent, fillPercent, overfillPercent, once)
}

function judge(
  moment: Moment,
  gauge: GaugeState | null,
  kind: GaugeTrouble,
  holds: boolean,
  value: number,
  limit: number,
  holdMs: number,
): void {
  if (!holds && moment.state.custody.troubles.length === 0) return
  const compartment = gauge?.compartment ?? 0
  const object = compartment * 100 + GAUGE_TROUBLES.indexOf(kind)
  if (!holds && findTrouble(moment, ALARM.cargoDevice, object) === null) return
  const trouble: TroubleOf<typeof cargoDeviceFact> = {
    alarm: cargoDeviceFact,
    object,
    name: `gauge-${kind}`,
    record: gaugeFaultFact,
    holdMs,
    goodMs: moment.thresholds.gaugeGoodMin * 60_000,
    value,
    worse: kind === 'stuck' ? 'less' : 'more',
    grade: kind === 'overfill' ? 'red' : 'yellow',
    properties: {
      compartment,
      device: gauge === null ? 'tilt-sensor' : 'gauge',
      kind,
      faultCode: gauge?.fault ?? 0,
      value: Math.round(value * 100) / 100,
      limit,
      oilCode: gauge?.oilCode ?? null,
      ...(kind === 'level-jump' && gauge?.jump ? jumpWords(gauge.jump) : {}),
    },
  }
  judgeTrouble(moment, holds, trouble)
}

const jumpWords = ({ at, levelMm, volumeL, v20L }: JumpState) => ({
  jumpedAt: new Date(at).toISOString(),
  jumpMm: levelMm,
  jumpL: volumeL,
  jumpV20L: v20L,
})

/** API threshold (209): a coupling's sensor that has stood between its gate and zero for minutes. */
function stepThresholdSensors(moment: Moment): void {
  const { thresholds } = moment
  for (const probe of moment.state.probes) {
    const known = moment.state.custody.troubles.length > 0
    if (!probe.uncertain && !known) continue
    if (coverKind(probe.type) !== 'api') continue
    const object = probe.compartment * 100 + probe.type
    judgeTrouble(moment, probe.uncertain, {
      alarm: apiThresholdFact,
      object,
      name: 'api-threshold',
      record: null,
      holdMs: thresholds.apiThresholdMin * 60_000,
      goodMs: 60_000,
      value: 0,
      worse: 'more',
      grade: 'yellow',
      properties: { compartment: probe.compartment, probeType: probe.type, open: probe.open, sealCount: probe.sealCount },
    })
  }
}
