import type { ReportRows } from '@tanker/contract/report-view'
import { SAFETY_TYPES } from '@tanker/domain/alarms/safety-score'
import { ask as query } from './ground.ts'

type Get = <T>(path: string) => Promise<T>
type Row = ReportRows['content'][number]
type Figures = Readonly<Record<string, readonly number[]>>

const PAGE = 200

type Compared = {
  readonly name: string
  readonly path: string
  readonly filters: object
  /** Key of a row and its numbers. */
  readonly read: (row: Row) => readonly [key: string, ...numbers: number[]]
  /** The same from the properties of the rows that detection wrote, as `key` and `numbers`. */
  readonly recount: string
}

const plateOf = ({ plate }: Row): string => (plate as { plate: string }).plate
const numberOf = (row: Row, name: string): number => Number(row[name] ?? 0)

/**
 * Holds the figures of analyses against those recounted from the rows that they sum up, without the columns and tables that the database
 * keeps for them.
 * @returns how many rows differ
 */
export async function compareAnalyses(
  url: string,
  get: Get,
  { organisationId, from, to }: { organisationId: number; from: Date; to: Date },
): Promise<number> {
  const when = { from: from.toISOString(), to: to.toISOString() }
  const scope = { truckIds: [], organisationIds: [organisationId] }
  const within = `started_at >= '${when.from}' AND started_at <= '${when.to}'`
  const metres = `sum((properties ->> 'distanceM')::float8)`
  const alarms = `FROM alarm JOIN truck ON truck.id = truck_id WHERE ${within} AND superseded_at IS NULL AND type IN (${SAFETY_TYPES.join(',')})`
  const compared: readonly Compared[] = [
    {
      name: 'distance by truck and day',
      path: 'driving_monitor/data_analysis/truck_daily_mile/days',
      filters: { scope, when },
      read: (row) => [`${plateOf(row)} ${String(row['day'])}`, numberOf(row, 'distance'), numberOf(row, 'driving')],
      recount: `SELECT concat(plate, ' ', (started_at AT TIME ZONE 'Asia/Shanghai')::date) AS key,
          ARRAY[${metres} / 1000, sum((properties ->> 'drivingS')::float8) * 1000] AS numbers
        FROM record JOIN truck ON truck.id = truck_id WHERE kind = 'driven' AND ${within} GROUP BY 1`,
    },
    {
      name: 'alarms of active safety by truck',
      path: 'active_safety/data_analysis/adas_can_collect/rows',
      filters: { scope, when, by: 'truck' },
      read: (row) => [String(row['name']), numberOf(row, 'total'), numberOf(row, 'level2')],
      recount: `SELECT plate AS key, ARRAY[count(*), count(*) FILTER (WHERE grade <> 'yellow')]::float8[] AS numbers ${alarms} GROUP BY 1`,
    },
    {
      name: 'alarms of active safety by driver, false alarms apart',
      path: 'active_safety/data_analysis/adas_can_collect/rows',
      filters: { scope, when, by: 'driver', verdict: ['non-abnormal'] },
      read: (row) => [String(row['id']), numberOf(row, 'total')],
      recount: `SELECT concat(alarm.organisation_id, ':', properties ->> 'driverName') AS key, ARRAY[count(*)]::float8[] AS numbers
        ${alarms} AND confirm = 'non-abnormal' GROUP BY 1`,
    },
  ]
  let wrong = 0
  for (const one of compared) {
    const shown = await figuresOf(get, one)
    const rows = await query<{ key: string; numbers: number[] }>(url, one.recount)
    const different = rows.filter(({ key, numbers }) => JSON.stringify(shown[key]) !== JSON.stringify(numbers))
    const more = Object.keys(shown).length - rows.length
    wrong += different.length + Math.abs(more)
    console.log(`${one.name}: ${rows.length} rows recounted, ${different.length} differ, ${more} too many`)
    for (const { key, numbers } of different.slice(0, 3)) console.log(`  ${key}: ${String(shown[key])} instead of ${String(numbers)}`)
  }
  return wrong
}

async function figuresOf(get: Get, { path, filters, read }: Compared): Promise<Figures> {
  const figures: Record<string, number[]> = {}
  const asked = new URLSearchParams({ filters: JSON.stringify(filters), size: String(PAGE) })
  for (let page = 0; ; page += 1) {
    const { content } = await get<ReportRows>(`/reports/${path}/rows?${asked}&page=${page}`)
    for (const row of content) {
      const [key, ...numbers] = read(row)
      figures[key] = numbers
    }
    if (content.length < PAGE) return figures
  }
}
