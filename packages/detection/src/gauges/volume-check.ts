import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { computationSigmaL, type FrameAround, platformVolume, tableAt, VOLUME_MODES } from '@tanker/domain/tank/platform-volume'
import type { CompartmentReading, Reading } from '@tanker/domain/reading'
import type { CompartmentSetup } from '@tanker/domain/trucks/truck-context'
import { cargoDeviceFact, GAUGE_TROUBLES, gaugeFaultFact } from '@tanker/domain/facts/equipment-facts'
import type { GaugeState } from './gauge-state.ts'
import { hundredth } from './gauge-window.ts'
import type { Moment } from '../moment.ts'
import { findTrouble, judgeTrouble } from '../equipment/troubles.ts'

/** Agreement is more than "not yet too much", so that a difference at the limit is one alarm and not many. */
const agreesFrom = 0.7

/**
 * Once a minute: the litres that the console sends beside those that the platform's tank table has for the same level. A
 * console with another table or a wrong calculation is reported, even if the platform's litres count. Calm surface only.
 */
export function stepVolumeCheck(moment: Moment, { compartments, tilt }: Reading): void {
  const { state, context, at } = moment
  let around: FrameAround | null = null
  for (const setup of context.compartments) {
    if (setup.tables === undefined || tableAt(setup, at) === null) continue
    const gauge = state.gauges.find(({ compartment }) => compartment === setup.compartment)
    const sent = compartments.find(({ compartment }) => compartment === setup.compartment)
    if (gauge === undefined || sent === undefined || sent.fault !== 0 || !gauge.calmNow) continue
    if (gauge.operation !== null && gauge.operation.open) continue
    around ??= { tilt, probes: state.probes }
    compare(moment, gauge, sent, setup, around)
  }
}

function compare(moment: Moment, gauge: GaugeState, sent: CompartmentReading, setup: CompartmentSetup, around: FrameAround): void {
  const { at, thresholds: t } = moment
  const counting = tableAt(setup, at)
  if (counting === null) return
  // Shell expansion is nothing that consoles take into account.
  const computed = platformVolume(sent, around, setup, counting, VOLUME_MODES.water, 0)
  // What stands in the pipe may be counted or not.
  if (computed.pipeL > 0) return
  const differenceL = sent.volumeL - computed.volumeL
  const limitL = Math.max(
    t.volumeDisagreesL,
    t.volumeDisagreesSigmas * computationSigmaL(counting.table, computed.levelMm, computed.volumeL, t),
  )
  const object = setup.compartment * 100 + GAUGE_TROUBLES.indexOf('volume-differs')
  const open = findTrouble(moment, ALARM.cargoDevice, object)
  const differs = Math.abs(differenceL) > (open === null ? limitL : limitL * agreesFrom)
  if (!differs && open === null) return
  judgeTrouble(moment, differs, {
    alarm: cargoDeviceFact,
    object,
    name: 'gauge-volume-differs',
    record: gaugeFaultFact,
    holdMs: t.volumeDisagreesMin * 60_000,
    goodMs: t.gaugeGoodMin * 60_000,
    value: Math.abs(differenceL),
    worse: 'more',
    grade: 'yellow',
    properties: {
      compartment: setup.compartment,
      device: 'console',
      kind: 'volume-differs',
      faultCode: 0,
      value: hundredth(Math.abs(differenceL)),
      limit: hundredth(limitL),
      oilCode: gauge.oilCode,
      consoleL: hundredth(sent.volumeL),
      platformL: hundredth(computed.volumeL),
      levelMm: hundredth(computed.levelMm),
      tableSerial: counting.serial,
      tableFrom: new Date(counting.fromAt).toISOString(),
      volumeSource: gauge.tableKey === 0 ? 'console' : 'platform',
    },
  })
}
