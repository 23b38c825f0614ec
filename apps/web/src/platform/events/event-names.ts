import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import type { AnyFact, RecordKind } from '@tanker/domain/facts/all-facts'
import { highLossFact, privateDischargeFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { operationFact, processFact } from '@tanker/domain/facts/cargo-facts'
import { boxDoorFact, sealBreakFact, unsealingFact } from '@tanker/domain/facts/seal-facts'
import { stored, StoredProperties } from '@tanker/domain/facts/stored-properties'
import { NOT_NAMED } from '@tanker/domain/texts/not-named'
import type { Text } from '@tanker/domain/texts/text'
import { transportStateText, type TransportState } from '@tanker/domain/trucks/transport-process'
import { text } from '../language.ts'
import { shownWhole } from '../shown-values.ts'
import { sealName } from '../tank/seal-lock.tsx'

/** A record or an alarm, as the truck card and the curves show it. */
type TruckEvent = {
  readonly kind: 'record' | 'alarm'
  /** Record kind, or alarm type code as text. */
  readonly name: string
  readonly object: number
  readonly properties: Readonly<Record<string, unknown>>
}

/** Every kind has its name. */
const RECORD_NAMES: Readonly<Record<RecordKind, Text>> = {
  process: { zh: '运输状态', en: 'Process state' },
  cover: { zh: '开关盖', en: 'Cover opened' },
  operation: { zh: '装卸油', en: 'Loading or unloading' },
  trip: { zh: '配送', en: 'Delivery' },
  'trip-leg': { zh: '配送分段', en: 'Delivery leg' },
  split: { zh: '分卸', en: 'Split unloading' },
  emptying: { zh: '排空', en: 'Emptying' },
  parking: { zh: '停车', en: 'Parking' },
  driving: { zh: '驾驶', en: 'Driving' },
  driven: { zh: '行驶', en: 'Driven' },
  'fence-visit': { zh: '进出围栏', en: 'Fence visit' },
  'power-cut': { zh: '断电', en: 'Power cut' },
  'seal-fault': { zh: '铅封故障', en: 'Seal fault' },
  'safety-evidence': { zh: '主动安全证据', en: 'Safety evidence' },
  shutdown: { zh: '关机', en: 'Shutdown' },
  'sign-in': { zh: '驾驶员签到', en: 'Driver sign-in' },
  water: { zh: '含水', en: 'Water' },
  'gauge-fault': { zh: '液位仪故障', en: 'Gauge fault' },
  valve: { zh: '紧急切断阀', en: 'Emergency shut-off valve' },
  'product-change': { zh: '换品', en: 'Product changed' },
  'flow-step': { zh: '流量突变', en: 'Flow step' },
  'meter-delivery': { zh: '流量计卸油', en: 'Meter delivery' },
  'airtight-test': { zh: '密闭性检测', en: 'Airtightness test' },
  'device-event': { zh: '设备事件', en: 'Device event' },
  storm: { zh: '报警过频', en: 'Alarm storm' },
  'probe-sensing': { zh: '探头传感值', en: 'Sensor values' },
  'seal-change': { zh: '开关盖流水', en: 'Seal changed' },
  ledger: { zh: '油量台账', en: 'Litre ledger' },
  pressure: { zh: '压力异常', en: 'Vapour pressure' },
  'temperature-humidity': { zh: '温湿度异常', en: 'Temperature or humidity' },
}
const isKind = (name: string): name is RecordKind => name in RECORD_NAMES

const OPERATIONS: Readonly<Record<string, Text>> = { loading: { zh: '装油', en: 'Loading' }, unloading: { zh: '卸油', en: 'Unloading' } }

const ABOUT_SEALS = new Set(['cover', 'seal-change', 'seal-fault', 'probe-sensing', 'valve'])

const HIGH_LOSS = ALARM.highLoss
/** Objects of a leg's loss lie above the numbers of compartments. */
const PRODUCTS_ABOVE = 10
/** Seals that are named; the others are counted. */
const NAMED_SEALS = 3

/** The probes of an alarm that is a happening of seals; '' for others. */
const sealsNamed = (properties: TruckEvent['properties']): string => {
  const happening = stored(properties, unsealingFact, boxDoorFact, sealBreakFact, highLossFact, privateDischargeFact)
  const seals = happening.rows('openings').flatMap((seal) => {
    const [compartment, probeType] = [seal.number('compartment'), seal.number('probeType')]
    return compartment === null || probeType === null ? [] : [sealName(compartment, probeType)]
  })
  const more = seals.length - NAMED_SEALS
  const named = seals.slice(0, NAMED_SEALS).join(text({ zh: '、', en: ', ' }))
  return more <= 0 ? named : `${named}${text({ zh: `等${seals.length}处`, en: ` and ${more} more` })}`
}

/** What an event concerns, by its properties: seals, or a compartment; '' is the truck. The object of most facts is a number of their own. */
const objectName = ({ kind, name, object, properties }: TruckEvent): string => {
  const seals = sealsNamed(properties)
  if (kind === 'alarm' && seals !== '') return seals
  // The loss of a leg belongs to a product, not to a compartment.
  if (kind === 'alarm' && Number(name) === HIGH_LOSS && object > PRODUCTS_ABOVE) return ''
  const said = new StoredProperties<AnyFact>(properties)
  const [compartment, probeType] = [said.number('compartment'), said.number('probeType')]
  if (compartment !== null && probeType !== null) return sealName(compartment, probeType)
  if (compartment !== null) return compartment === 0 ? '' : text({ zh: `${compartment}仓`, en: `Compartment ${compartment}` })
  // Early rows of seals have no more than compartment × 100 + probe type.
  const isSeal = ABOUT_SEALS.has(name) || (kind === 'alarm' && alarmType(Number(name))?.family === 'seal')
  return isSeal && object > 0 ? sealName(Math.floor(object / 100), object % 100) : ''
}

const recordName = ({ name, properties }: TruckEvent): string => {
  const operation = stored(properties, operationFact)
  const direction = operation.text('direction')
  if (name === operationFact.kind && direction !== null && OPERATIONS[direction]) {
    const [startL, endL] = [operation.number('startVolumeL'), operation.number('endVolumeL')]
    const moved = startL === null || endL === null ? '' : ` ${shownWhole(Math.abs(endL - startL))} L`
    return `${text(OPERATIONS[direction])}${moved}`
  }
  const to = stored(properties, processFact).number('to')
  if (name === processFact.kind && to !== null && to >= 0 && to <= 11) return text(transportStateText(to as TransportState))
  return text(isKind(name) ? RECORD_NAMES[name] : NOT_NAMED)
}

export const eventName = (event: TruckEvent): string => {
  const name = event.kind === 'alarm' ? text(alarmType(Number(event.name))?.name ?? NOT_NAMED) : recordName(event)
  return [name, objectName(event)].filter((words) => words !== '').join(' · ')
}
