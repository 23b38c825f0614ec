import type pg from 'pg'
import { ENTITY_TABLES } from '../app.ts'
import { entityKind, type IdParameter, type Kind } from './test-probes.ts'
import { FOREIGN_IDS_FROM } from './test-tenants.ts'

/** The caller. */
export type Asking = { readonly userId: number; readonly companyId: number; readonly customer: boolean }

/** Something that a request may refer to by its id, plate or code. */
export type Thing = {
  readonly id: string
  readonly companyId: number
  /** The owner, for things that belong to one user. */
  readonly userId: number | null
  /** Superseded alarms are hidden from all users, staff alarms from customers. */
  readonly hidden: '' | 'superseded' | 'staff'
}

/** Everything in the world that a request may refer to, and the ancestors of each organisation. */
export type Things = {
  readonly byKind: ReadonlyMap<Kind, readonly Thing[]>
  readonly ancestors: ReadonlyMap<number, ReadonlySet<number>>
  /** Names, plates and numbers with their organisation. */
  readonly words: readonly { readonly word: string; readonly companyId: number; readonly shared: boolean }[]
  readonly numbers: ReadonlyMap<string, number>
  /** Plates of delivering trucks, by the organisation of the receiving station. */
  readonly brought: readonly { readonly plate: string; readonly companyId: number }[]
}

const READ: Readonly<Record<Exclude<Kind, `base data ${string}`>, string>> = {
  truck: `SELECT id, company_id FROM truck`,
  company: `SELECT id, id AS company_id FROM company`,
  // For each organisation an open one, one hidden from customers, and a superseded one.
  alarm: `SELECT DISTINCT ON (company_id, type, superseded_at IS NULL) id, company_id,
      CASE WHEN superseded_at IS NOT NULL THEN 'superseded' WHEN type = 209 THEN 'staff' ELSE '' END AS hidden
    FROM alarm WHERE handled_at IS NULL AND (type = 1 OR (type = 209 AND superseded_at IS NULL)) ORDER BY company_id, type, superseded_at IS NULL, id`,
  user: `SELECT id, company_id, id AS user_id FROM app_user`,
  role: `SELECT id, company_id FROM role`,
  session: `SELECT s.id, u.company_id FROM session s JOIN app_user u ON u.id = s.user_id WHERE s.ended_at IS NULL ORDER BY s.id`,
  driver: `SELECT id, company_id FROM driver`,
  depot: `SELECT id, company_id FROM place WHERE kind = 'depot'`,
  station: `SELECT id, company_id FROM place WHERE kind = 'station'`,
  park: `SELECT id, company_id FROM place WHERE kind = 'park'`,
  repair: `SELECT id, company_id FROM place WHERE kind = 'repair'`,
  fence: `SELECT id, company_id FROM fence`,
  // Of the first kind that a fence may have.
  place: `SELECT id, company_id FROM place WHERE kind = 'station'`,
  'fence approval': `SELECT id, company_id FROM fence_approval WHERE status = 'pending'`,
  'integration key': `SELECT id, company_id FROM integration_key WHERE revoked_at IS NULL`,
  'quick visit': `SELECT q.id, u.company_id, u.id AS user_id FROM quick_visit q JOIN app_user u ON u.id = q.user_id`,
  'alarm settings': `SELECT a.id, u.company_id, u.id AS user_id FROM user_alarm a JOIN app_user u ON u.id = a.user_id`,
  slip: `SELECT id, company_id FROM slip`,
  'meter ticket': `SELECT id, company_id FROM meter_ticket`,
  'station gauge': `SELECT id, company_id FROM station_gauge`,
  handover: `SELECT concat_ws('-', truck_id, (date_part('epoch', trip_started_at) * 1000)::bigint, leg) AS id, company_id FROM handover WHERE status = 'pending'`,
  'text message': `SELECT id, company_id FROM sms_message WHERE state = 'failed'`,
  firmware: `SELECT id, company_id FROM firmware_file`,
  upgrade: `SELECT id, company_id FROM device_command WHERE kind = 'upgrade'`,
  'device test': `SELECT id, company_id FROM device_test WHERE state = 'open'`,
  'gauge learning': `SELECT id, company_id FROM gauge_learning WHERE accepted_at IS NULL AND compartment = 1 ORDER BY id`,
  plate: `SELECT plate AS id, company_id FROM truck`,
  'depot code': `SELECT code AS id, company_id FROM place WHERE kind = 'depot'`,
  'station code': `SELECT code AS id, company_id FROM place WHERE kind = 'station'`,
}

/** Kinds that organisations share with those below. */
const SHARED: ReadonlySet<Kind> = new Set(['depot', 'station', 'park', 'repair', 'fence', 'place', 'depot code', 'station code'])

/** Words that an answer could leak: names unique to one organisation. */
const WORDS = `
  SELECT plate AS word, company_id, false AS shared FROM truck
  UNION ALL SELECT name, id, false FROM company
  UNION ALL SELECT name, company_id, false FROM driver WHERE id >= ${FOREIGN_IDS_FROM}
  UNION ALL SELECT name, company_id, true FROM place WHERE id >= ${FOREIGN_IDS_FROM}
  UNION ALL SELECT name, company_id, true FROM fence WHERE id >= ${FOREIGN_IDS_FROM}
  UNION ALL SELECT user_name, company_id, false FROM app_user WHERE length(user_name) > 4 AND user_name <> 'admin' AND user_name <> 'water'
  UNION ALL SELECT name, company_id, false FROM integration_key
  UNION ALL SELECT receiver, company_id, false FROM sms_message
  UNION ALL SELECT user_name, company_id, false FROM sms_top_up
  UNION ALL SELECT serial, company_id, false FROM tank_table
  UNION ALL SELECT probe, company_id, false FROM station_tank
  UNION ALL SELECT ordered_by, company_id, false FROM device_command
  UNION ALL SELECT tester, company_id, false FROM device_test
  UNION ALL SELECT file_name, company_id, false FROM firmware_file
  UNION ALL SELECT uploaded_by, company_id, false FROM firmware_file
  UNION ALL SELECT slip_no, company_id, false FROM slip
  UNION ALL SELECT ticket_no, company_id, false FROM meter_ticket WHERE length(ticket_no) > 4
  UNION ALL SELECT gauge_no, company_id, false FROM station_gauge WHERE length(gauge_no) > 4`

export async function readThings(pool: pg.Pool): Promise<Things> {
  const { rows: companies } = await pool.query<{ id: number; ancestors: number[] }>('SELECT id, ancestors FROM company')
  const byKind = new Map<Kind, readonly Thing[]>()
  const numbers = new Map<string, number>()
  // Newest first: those are users who make no requests here, because users cannot change their own permissions.
  const ofEntities = ENTITY_TABLES.flatMap(({ entity, table }): [Kind, string][] => {
    const kind = entityKind(entity.key)
    return kind === undefined || kind in READ ? [] : [[kind, `SELECT id, company_id FROM ${table} ORDER BY id DESC`]]
  })
  for (const [kind, query] of [...(Object.entries(READ) as [Kind, string][]), ...ofEntities]) {
    const { rows } = await pool.query<{ id: string | number; company_id: number; user_id?: number; hidden?: Thing['hidden'] }>(query)
    byKind.set(
      kind,
      rows.map(({ id, company_id, user_id, hidden = '' }) => ({ id: String(id), companyId: company_id, userId: user_id ?? null, hidden })),
    )
    // Roles belong to organisations above; places are found by name.
    if (kind !== 'role' && kind !== 'base data role' && !SHARED.has(kind))
      for (const { id, company_id } of rows) if (Number(id) >= FOREIGN_IDS_FROM) numbers.set(String(id), company_id)
  }
  const { rows: alarms } = await pool.query<{ id: string; company_id: number }>('SELECT id, company_id FROM alarm')
  for (const { id, company_id } of alarms) if (Number(id) >= FOREIGN_IDS_FROM) numbers.set(id, company_id)
  const { rows: words } = await pool.query<{ word: string; company_id: number; shared: boolean }>(WORDS)
  const { rows: brought } = await pool.query<{ plate: string; company_id: number }>(
    'SELECT DISTINCT t.plate, g.company_id FROM station_gauge g JOIN truck t ON t.id = g.truck_id',
  )
  return {
    byKind,
    brought: brought.map(({ plate, company_id }) => ({ plate, companyId: company_id })),
    ancestors: new Map(companies.map(({ id, ancestors }) => [id, new Set(ancestors)])),
    words: words.map(({ word, company_id, shared }) => ({ word, companyId: company_id, shared })),
    numbers,
  }
}

const isBelow = ({ ancestors }: Things, companyId: number, top: number): boolean => ancestors.get(companyId)?.has(top) === true

/** What an id refers to, and whether the call is about that row itself. */
type Named = Pick<IdParameter, 'kind' | 'itself'>

/** Whether the caller may refer to the thing: its own, one of its organisations', or shared with it. */
const mayName = (things: Things, { kind, itself }: Named, thing: Thing, who: Asking): boolean => {
  // A superseded alarm of one's own has its own refusal; only foreign ones must look unknown.
  if (thing.hidden === 'staff' && who.customer) return false
  if (thing.userId !== null) return thing.userId === who.userId
  return (
    isBelow(things, thing.companyId, who.companyId) ||
    (itself !== true && SHARED.has(kind) && isBelow(things, who.companyId, thing.companyId))
  )
}

/** Plates known to a reader from its own stations: station gauge rows name the delivering truck. */
export const platesAtOwnStations = (things: Things, companyId: number): string[] =>
  things.brought.flatMap((one) => (isBelow(things, one.companyId, companyId) ? [one.plate] : []))

/** Ids the caller may use, those of its own organisation first. */
export const ownIds = (things: Things, named: Named, who: Asking): string[] =>
  (things.byKind.get(named.kind) ?? [])
    .filter((thing) => mayName(things, named, thing, who) && thing.hidden === '')
    .toSorted((a, b) => Number(b.companyId === who.companyId) - Number(a.companyId === who.companyId))
    .map(({ id }) => id)

/** Ids the caller may not use: one of each owner, and one of each kind of hidden thing. */
export function foreignIds(things: Things, named: Named, who: Asking): string[] {
  const seen = new Set<string>()
  return (things.byKind.get(named.kind) ?? []).flatMap((thing) => {
    const owner = `${thing.companyId} ${thing.userId !== null && thing.companyId === who.companyId} ${thing.hidden}`
    if (mayName(things, named, thing, who) || seen.has(owner)) return []
    seen.add(owner)
    return [thing.id]
  })
}

/** The first word in a text of an organisation invisible to `companyId`; null when there is none. */
export function foreignWordIn(things: Things, companyId: number, text: string, asked: readonly string[]): string | null {
  for (const { word, companyId: owner, shared } of things.words) {
    if (isBelow(things, owner, companyId) || (shared && isBelow(things, companyId, owner)) || asked.includes(word)) continue
    if (text.includes(word)) return word
  }
  for (const [number] of text.matchAll(/(?<!\d)(?:7\d{6}|8\d{9})(?!\d)/g)) {
    const owner = things.numbers.get(number)
    if (owner !== undefined && !isBelow(things, owner, companyId) && !asked.includes(number)) return number
  }
  return null
}

const MISSING: Partial<Record<Kind, string>> = {
  plate: '浙Z99999',
  'depot code': '7799',
  'station code': '7799',
  alarm: '8199999999',
  handover: '7999999-1700000000000-1',
}

/** An unknown id, plate or code. */
export const missingOf = (kind: Kind): string => MISSING[kind] ?? '7999999'
