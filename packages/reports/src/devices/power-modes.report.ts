import type { ScopedDb } from '@tanker/database/scope'
import { type RawBuilder, sql } from 'kysely'
import { among } from '../conditions.ts'
import type { ChosenPeriod } from '../define-report.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { POWER_MODES } from '../device-words.ts'
import { choice, decimal, duration, isChosen, oneOf, oneTruck, percent, period, place, plate, plateCell, time } from '../kinds.ts'
import { limitOf } from '../limits.ts'

const MODE = { zh: '供电方式', en: 'Power mode' } as const

const filters = {
  truck: oneTruck(),
  when: period({ maxDays: 31 }), // spec 5.4
  mode: oneOf(MODE, POWER_MODES),
}

type Mode = {
  mode: string
  started_at: Date
  ended_at: Date | null
  start_v: number
  start_backup_v: number
  end_backup_v: number
  lat: number
  lng: number
}

/** A supply above this belongs to a 24 V truck. */
const is24From = sql.lit(18)
/** A battery this far below its best of a day is being charged. */
const chargedV = sql.lit(0.05)
/** Another mode counts once it lasts; shorter ones belong to the mode around them. */
const holds = sql.lit('60 seconds')

/** The modes of the row's truck: runs of readings of one mode, without those too short to count, joined where the same mode goes on. */
const modesOf = ({ from, to }: ChosenPeriod): RawBuilder<Mode> => sql`(
  WITH reading AS MATERIALIZED (
    SELECT at, external_v, backup_v, acc_on, lat, lng, max(external_v) OVER () AS highest,
      max(backup_v) OVER (ORDER BY at RANGE BETWEEN interval '1 day' PRECEDING AND CURRENT ROW) AS best
    FROM power_reading WHERE power_reading.truck_id = truck.id AND at BETWEEN ${from} AND ${to}),
  limits AS MATERIALIZED (SELECT ${limitOf('powerCutHighV')} AS high, ${limitOf('powerCutLowV')} AS low),
  seen AS (SELECT reading.*, CASE WHEN external_v < CASE WHEN highest > ${is24From} THEN limits.high ELSE limits.low END THEN 'backup'
      WHEN backup_v < best - ${chargedV} THEN 'charging' WHEN acc_on THEN 'external' ELSE 'standby' END AS mode FROM reading, limits),
  turned AS (SELECT *, mode IS DISTINCT FROM lag(mode) OVER (ORDER BY at) AS turns FROM seen),
  counted AS (SELECT *, count(*) FILTER (WHERE turns) OVER (ORDER BY at) AS run FROM turned),
  run AS (SELECT mode, min(at) AS started_at, (array_agg(external_v ORDER BY at))[1] AS start_v, (array_agg(backup_v ORDER BY at))[1] AS start_backup_v,
      (array_agg(backup_v ORDER BY at DESC))[1] AS end_backup_v, (array_agg(lat ORDER BY at))[1] AS lat, (array_agg(lng ORDER BY at))[1] AS lng
    FROM counted GROUP BY run, mode),
  timed AS (SELECT *, lead(started_at) OVER (ORDER BY started_at) AS next_at FROM run),
  kept AS (SELECT *, mode IS DISTINCT FROM lag(mode) OVER (ORDER BY started_at) AS turns FROM timed
    WHERE next_at IS NULL OR next_at - started_at >= ${holds}::interval),
  joined AS (SELECT *, count(*) FILTER (WHERE turns) OVER (ORDER BY started_at) AS run FROM kept)
  SELECT mode, min(started_at) AS started_at, lead(min(started_at)) OVER (ORDER BY min(started_at)) AS ended_at,
    (array_agg(start_v ORDER BY started_at))[1] AS start_v, (array_agg(start_backup_v ORDER BY started_at))[1] AS start_backup_v,
    (array_agg(end_backup_v ORDER BY started_at DESC))[1] AS end_backup_v,
    (array_agg(lat ORDER BY started_at))[1] AS lat, (array_agg(lng ORDER BY started_at))[1] AS lng
  FROM joined GROUP BY run, mode)`

/** Charge of one lithium cell: empty at 3.40 V, full at 4.10 V. */
const charge = sql<number>`greatest(0, least(100, (power_mode.start_backup_v - 3.4::float8) / 0.7::float8 * 100))`

const rows = (db: ScopedDb, { truck, when, mode }: ValuesOf<typeof filters>) =>
  db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoinLateral(modesOf(when).as('power_mode'), (join) => join.onTrue())
    .where(isChosen(truck, 'truck'))
    .where(among(sql<string>`power_mode.mode`, mode))
    .select([
      sql<string>`concat_ws('-', truck.id, (extract(epoch FROM power_mode.started_at) * 1000)::bigint)`.as('id'),
      plateCell.as('plate'),
      'power_mode.mode',
      'power_mode.started_at as startedAt',
      'power_mode.ended_at as endedAt',
      sql<number | null>`(extract(epoch FROM power_mode.ended_at - power_mode.started_at) * 1000)::float8`.as('duration'),
      'power_mode.start_v as supply',
      'power_mode.start_backup_v as startBackup',
      'power_mode.end_backup_v as endBackup',
      charge.as('charge'),
      sql<{
        name: string
        lat: number
        lng: number
      }>`json_build_object('name', '', 'lat', power_mode.lat, 'lng', power_mode.lng)`.as('place'),
    ])

const volts = (zh: string, en: string) => decimal({ zh, en }, 'V', 2)

/** What the console of one truck lived on, from when to when. */
export default defineReport({
  path: 'device_monitor/device_analysis/power_his',
  title: { zh: '电源历史', en: 'Power history' },
  filters,
  rows,
  columns: {
    plate: plate(),
    mode: choice(MODE, POWER_MODES),
    startedAt: time({ zh: '开始时间', en: 'Started' }),
    endedAt: time({ zh: '结束时间', en: 'Ended' }),
    duration: duration({ zh: '持续时间', en: 'Duration' }),
    supply: volts('开始供电电压', 'Supply at start'),
    startBackup: volts('开始电池电压', 'Battery at start'),
    endBackup: volts('结束电池电压', 'Battery at end'),
    charge: percent({ zh: '开始电量', en: 'Charge at start' }),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'startedAt', order: 'desc' },
  rowIs: 'record',
})
