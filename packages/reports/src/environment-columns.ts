import { type RawBuilder, sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import type { ChosenPeriod, ChosenTrucks } from './define-report.ts'
import { among } from './conditions.ts'
import { isChosen } from './kinds.ts'
import { greatestLimit, leastLimit, limitOf } from './limits.ts'

/** Absolute pressure of the standard atmosphere; gauge pressure is counted from it. */
const atmosphereKPa = 101.325
export const gaugePressure = sql<number>`(environment_reading.pressure_kpa - ${sql.lit(atmosphereKPa)}::float8)`

/** Readings of the air about the cargo in a period. */
export const environmentOf = (db: ScopedDb, { scope, when }: { scope: ChosenTrucks; when: ChosenPeriod }) =>
  db
    .from('environment_reading')
    .innerJoin('truck', 'truck.id', 'environment_reading.truck_id')
    .innerJoin('organisation', 'organisation.id', 'environment_reading.organisation_id')
    .where(isChosen(scope, 'environment_reading'))
    .where('environment_reading.at', '>=', when.from)
    .where('environment_reading.at', '<=', when.to)

export const environmentId = sql<string>`concat_ws('-', environment_reading.truck_id, (extract(epoch FROM environment_reading.at) * 1000)::bigint,
  environment_reading.kind, environment_reading.digest)`

/** A key of AIR_STATES for temperature and humidity of the row's truck. */
export const airState = (temperature: string, humidity: string) =>
  sql<string>`CASE WHEN ${sql.ref(temperature)} > ${limitOf('cabinetHotC')} THEN 'hot' WHEN ${sql.ref(temperature)} < ${limitOf('cabinetColdC')} THEN 'cold'
    WHEN ${sql.ref(humidity)} > ${limitOf('cabinetHumidPercent')} THEN 'humid' WHEN ${sql.ref(humidity)} < ${limitOf('cabinetDryPercent')} THEN 'dry'
    ELSE 'normal' END`

/** A key of PRESSURE_STATES. */
export const pressureState = sql<string>`CASE WHEN ${gaugePressure} > ${limitOf('pressureHighKPa')} THEN 'over'
  WHEN ${gaugePressure} < ${limitOf('pressureLowKPa')} THEN 'under' ELSE 'normal' END`

/** The state is one of those chosen; `may` says cheaply for which readings that can be. */
const isInState = (state: RawBuilder<string>, chosen: readonly string[] | undefined, may: Readonly<Record<string, RawBuilder<boolean>>>) =>
  chosen === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(
        chosen.map((one) => may[one] ?? sql<boolean>`true`),
        sql` OR `,
      )}) AND ${among(state, chosen)}`

/** Readings of the air in one of these states. */
export const isInAirState = (chosen: readonly string[] | undefined) =>
  isInState(airState('environment_reading.temperature_c', 'environment_reading.humidity_percent'), chosen, {
    hot: sql`environment_reading.temperature_c > ${leastLimit('cabinetHotC')}`,
    cold: sql`environment_reading.temperature_c < ${greatestLimit('cabinetColdC')}`,
    humid: sql`environment_reading.humidity_percent > ${leastLimit('cabinetHumidPercent')}`,
    dry: sql`environment_reading.humidity_percent < ${greatestLimit('cabinetDryPercent')}`,
  })

/** Readings of the pressure in one of these states. */
export const isInPressureState = (chosen: readonly string[] | undefined) =>
  isInState(pressureState, chosen, {
    over: sql`${gaugePressure} > ${leastLimit('pressureHighKPa')}`,
    under: sql`${gaugePressure} < ${greatestLimit('pressureLowKPa')}`,
  })
