import { ALARM } from '@tanker/domain/alarm-code'
import type { Environment } from '@tanker/domain/reading'
import type { Moment } from './moment.ts'
import { findTrouble, judgeTrouble, type Trouble } from './troubles.ts'

const atmosphereKPa = 101.325

/** Gauge pressure in the compartments, kPa, from the absolute one of the wire. */
const gaugePressureKPa = (environment: Environment): number => environment.pressureKPa - atmosphereKPa

/** Vapour pressure (326) and the operating cabinet's air (327): periods beyond a limit, with their extreme. */
export function stepAir(moment: Moment, environment: Environment): void {
  const { thresholds: t } = moment
  const pressure = gaugePressureKPa(environment)
  judge(moment, ALARM.pressure, 0, 'over', pressure, t.pressureHighKPa, t.pressureBackKPa, t.pressureS * 1000, 0)
  judge(moment, ALARM.pressure, 1, 'under', pressure, t.pressureLowKPa, t.pressureBackKPa, t.pressureS * 1000, 0)
  const { temperatureC, humidityPercent } = environment
  const warmMs = t.cabinetTemperatureMin * 60_000
  const dampMs = t.cabinetHumidityMin * 60_000
  const backMs = t.cabinetBackMin * 60_000
  judge(moment, ALARM.cabinetClimate, 0, 'hot', temperatureC, t.cabinetHotC, t.cabinetBackC, warmMs, backMs)
  judge(moment, ALARM.cabinetClimate, 1, 'cold', temperatureC, t.cabinetColdC, t.cabinetBackC, warmMs, backMs)
  judge(moment, ALARM.cabinetClimate, 2, 'humid', humidityPercent, t.cabinetHumidPercent, t.cabinetBackPercent, dampMs, backMs)
  judge(moment, ALARM.cabinetClimate, 3, 'dry', humidityPercent, t.cabinetDryPercent, t.cabinetBackPercent, dampMs, backMs)
}

type Kind = 'over' | 'under' | 'hot' | 'cold' | 'humid' | 'dry'
const low: ReadonlySet<Kind> = new Set<Kind>(['under', 'cold', 'dry'])

function judge(
  moment: Moment,
  type: typeof ALARM.pressure | typeof ALARM.cabinetClimate,
  object: number,
  kind: Kind,
  value: number,
  limit: number,
  back: number,
  holdMs: number,
  goodMs: number,
): void {
  const worse = low.has(kind) ? 'less' : 'more'
  const beyond = worse === 'more' ? value > limit : value < limit
  const open = findTrouble(moment, type, object)
  if (!beyond && open === null) return
  // Once an alarm, it must come back by the hysteresis.
  const stays = open !== null && open.startedAt !== 0 && (worse === 'more' ? value > limit - back : value < limit + back)
  const trouble: Trouble = {
    type,
    object,
    name: type === ALARM.pressure ? 'pressure' : 'cabinet-air',
    record: type === ALARM.pressure ? 'pressure' : 'temperature-humidity',
    holdMs,
    goodMs,
    value,
    worse,
    grade: 'yellow',
    properties: { sensor: 1, kind, limit },
  }
  judgeTrouble(moment, beyond || stays, trouble)
}
