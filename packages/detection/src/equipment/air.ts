import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { Environment } from '@tanker/domain/reading'
import type { PropertiesOf } from '@tanker/domain/facts/declaration'
import { climateAlarmFact, climateFact, pressureAlarmFact, pressureFact } from '@tanker/domain/facts/equipment-facts'
import type { Moment } from '../moment.ts'
import { findTrouble, judgeTrouble } from './troubles.ts'

const atmosphereKPa = 101.325

/** Gauge pressure in the compartments, kPa, from the absolute one of the wire. */
const gaugePressureKPa = (environment: Environment): number => environment.pressureKPa - atmosphereKPa

/** Vapour pressure (326) and the operating cabinet's air (327): periods beyond a limit, with their extreme. */
export function stepAir(moment: Moment, environment: Environment): void {
  const { thresholds: t } = moment
  const pressure = gaugePressureKPa(environment)
  judgePressure(moment, 0, 'over', pressure, t.pressureHighKPa)
  judgePressure(moment, 1, 'under', pressure, t.pressureLowKPa)
  const { temperatureC, humidityPercent } = environment
  const warmMs = t.cabinetTemperatureMin * 60_000
  const dampMs = t.cabinetHumidityMin * 60_000
  judgeClimate(moment, 0, 'hot', temperatureC, t.cabinetHotC, t.cabinetBackC, warmMs)
  judgeClimate(moment, 1, 'cold', temperatureC, t.cabinetColdC, t.cabinetBackC, warmMs)
  judgeClimate(moment, 2, 'humid', humidityPercent, t.cabinetHumidPercent, t.cabinetBackPercent, dampMs)
  judgeClimate(moment, 3, 'dry', humidityPercent, t.cabinetDryPercent, t.cabinetBackPercent, dampMs)
}

type PressureKind = PropertiesOf<typeof pressureAlarmFact>['kind']
type ClimateKind = PropertiesOf<typeof climateAlarmFact>['kind']
const LOW: ReadonlySet<string> = new Set<PressureKind | ClimateKind>(['under', 'cold', 'dry'])
const worseOf = (kind: PressureKind | ClimateKind): 'more' | 'less' => (LOW.has(kind) ? 'less' : 'more')

function judgePressure(moment: Moment, object: number, kind: PressureKind, value: number, limit: number): void {
  const { thresholds: t } = moment
  const worse = worseOf(kind)
  const holds = isBeyond(moment, ALARM.pressure, object, worse, value, limit, t.pressureBackKPa)
  if (holds === null) return
  judgeTrouble(moment, holds, {
    alarm: pressureAlarmFact,
    object,
    name: 'pressure',
    record: pressureFact,
    holdMs: t.pressureS * 1000,
    goodMs: 0,
    value,
    worse,
    grade: 'yellow',
    properties: { sensor: 1, kind, limit },
  })
}

function judgeClimate(moment: Moment, object: number, kind: ClimateKind, value: number, limit: number, back: number, holdMs: number): void {
  const worse = worseOf(kind)
  const holds = isBeyond(moment, ALARM.cabinetClimate, object, worse, value, limit, back)
  if (holds === null) return
  judgeTrouble(moment, holds, {
    alarm: climateAlarmFact,
    object,
    name: 'cabinet-air',
    record: climateFact,
    holdMs,
    goodMs: moment.thresholds.cabinetBackMin * 60_000,
    value,
    worse,
    grade: 'yellow',
    properties: { sensor: 1, kind, limit },
  })
}

/** Whether a value is beyond its limit; an alarm must come back by the hysteresis. Null when it is not, and nothing was open. */
function isBeyond(
  moment: Moment,
  type: number,
  object: number,
  worse: 'more' | 'less',
  value: number,
  limit: number,
  back: number,
): boolean | null {
  const beyond = worse === 'more' ? value > limit : value < limit
  const open = findTrouble(moment, type, object)
  if (!beyond && open === null) return null
  return beyond || (open !== null && open.startedAt !== 0 && (worse === 'more' ? value > limit - back : value < limit + back))
}
