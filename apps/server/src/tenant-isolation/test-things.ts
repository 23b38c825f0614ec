import type pg from 'pg'
import { ENTITY_TABLES } from '../app.ts'
import type { Kind } from './test-kinds.ts'
import { entityKind, type IdParameter } from './test-probes.ts'
import { FOREIGN_IDS_FROM } from './test-tenants.ts'

/** The caller. */
export type Asking = { readonly userId: number; readonly organisationId: number; readonly customer: boolean }

/** Something that a request may refer to by its id, plate or code. */
export type Thing = {
  readonly id: string
  readonly organisationId: number
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
  readonly words: readonly { readonly word: string; readonly organisationId: number; readonly shared: boolean }[]
  readonly numbers: ReadonlyMap<string, number>
  /** Plates of delivering trucks, by the organisation of the receiving station. */
  readonly brought: readonly { readonly plate: string; readonly organisationId: number }[]
}

const READ: Readonly<Record<Exclude<Kind, `base data ${string}`>, string>> = {
  truck: `SELECT id, organisation_id FROM truck`,
  'water truck': `SELECT id, organisation_id FROM truck WHERE model = 'sprinkler'`,
  organisation: `SELECT id, id AS organisation_id FROM organisation`,
  // For each organisation an open one, one hidden from customers, and a superseded one.
  alarm: `SELECT DISTINCT ON (organisation_id, type, superseded_at IS NULL) id, organisation_id,
      CASE WHEN superseded_at IS NOT NULL THEN 'superseded' WHEN type = 209 THEN 'staff' ELSE '' END AS hidden
    FROM alarm WHERE handled_at IS NULL AND (type = 1 OR (type = 209 AND superseded_at IS NULL)) ORDER BY organisation_id, type, superseded_at IS NULL, id`,
  user: `SELECT id, organisation_id, id AS user_id FROM app_user`,
  // Users to whom work is given.
  colleague: `SELECT id, organisation_id FROM app_user`,
  role: `SELECT id, organisation_id FROM role`,
  session: `SELECT s.id, u.organisation_id FROM session s JOIN app_user u ON u.id = s.user_id WHERE s.ended_at IS NULL ORDER BY s.id`,
  driver: `SELECT id, organisation_id FROM driver`,
  depot: `SELECT id, organisation_id FROM place WHERE kind = 'depot'`,
  station: `SELECT id, organisation_id FROM place WHERE kind = 'station'`,
  park: `SELECT id, organisation_id FROM place WHERE kind = 'park'`,
  repair: `SELECT id, organisation_id FROM place WHERE kind = 'repair'`,
  fence: `SELECT id, organisation_id FROM fence`,
  // Of the first kind that a fence may have.
  place: `SELECT id, organisation_id FROM place WHERE kind = 'station'`,
  'fence approval': `SELECT id, organisation_id FROM fence_approval WHERE status = 'pending'`,
  'integration key': `SELECT id, organisation_id FROM integration_key WHERE revoked_at IS NULL`,
  'quick visit': `SELECT q.id, u.organisation_id, u.id AS user_id FROM quick_visit q JOIN app_user u ON u.id = q.user_id`,
  'own view': `SELECT v.id, u.organisation_id, u.id AS user_id FROM named_view v JOIN app_user u ON u.id = v.user_id`,
  // None is shared, so a user opens its own.
  view: `SELECT v.id, u.organisation_id, u.id AS user_id FROM named_view v JOIN app_user u ON u.id = v.user_id`,
  'mailed report': `SELECT m.id, u.organisation_id, u.id AS user_id FROM mailed_report m JOIN app_user u ON u.id = m.user_id`,
  'alarm settings': `SELECT a.id, u.organisation_id, u.id AS user_id FROM user_alarm a JOIN app_user u ON u.id = a.user_id`,
  slip: `SELECT id, organisation_id FROM slip`,
  'meter ticket': `SELECT id, organisation_id FROM meter_ticket`,
  'station gauge': `SELECT id, organisation_id FROM station_gauge`,
  handover: `SELECT concat_ws('-', truck_id, (date_part('epoch', trip_started_at) * 1000)::bigint, leg) AS id, organisation_id FROM handover WHERE status = 'pending'`,
  'shift handover': `SELECT id, organisation_id FROM shift_handover WHERE accepted_at IS NULL AND handed_to IS NULL ORDER BY handed_by DESC`,
  'text message': `SELECT id, organisation_id FROM sms_message WHERE state = 'failed'`,
  notice: `SELECT id, organisation_id FROM notice WHERE state = 'failed' AND robot_id IS NOT NULL`,
  'roll-out': `SELECT id, organisation_id FROM roll_out WHERE state = 'paused' ORDER BY id`,
  'parameter backup': `SELECT b.id, t.organisation_id FROM parameter_backup b JOIN truck t ON t.id = b.truck_id ORDER BY b.id`,
  'parameter change': `SELECT id, organisation_id FROM change_log WHERE entity = 'terminal_parameters' ORDER BY id`,
  'threshold change': `SELECT id, organisation_id FROM change_log WHERE entity = 'truck_threshold' ORDER BY id`,
  'truck text': `SELECT id, organisation_id FROM device_command WHERE kind = 'send-text' AND state = 'waiting' ORDER BY id`,
  'sent command': `SELECT id, organisation_id FROM device_command WHERE kind = 'set-parameters' AND state = 'waiting' ORDER BY id`,
  photo: 'SELECT id, organisation_id FROM photo ORDER BY id',
  'truck password': `SELECT id, organisation_id FROM truck_password WHERE valid_to > now() AND revoked_at IS NULL ORDER BY id`,
  'remote control': `SELECT id, organisation_id FROM device_command WHERE kind = 'remote-control' AND state = 'waiting' ORDER BY id`,
  firmware: `SELECT id, organisation_id FROM firmware_file`,
  upgrade: `SELECT id, organisation_id FROM device_command WHERE kind = 'upgrade'`,
  'device test': `SELECT id, organisation_id FROM device_test WHERE state = 'open'`,
  'repair order': `SELECT id, organisation_id FROM repair_order WHERE ended_at IS NULL`,
  'evidence file': `SELECT id, organisation_id FROM evidence_file`,
  'gauge learning': `SELECT id, organisation_id FROM gauge_learning WHERE accepted_at IS NULL AND compartment = 1 ORDER BY id`,
  plate: `SELECT plate AS id, organisation_id FROM truck`,
  'depot code': `SELECT code AS id, organisation_id FROM place WHERE kind = 'depot'`,
  'station code': `SELECT code AS id, organisation_id FROM place WHERE kind = 'station'`,
}

/** Kinds that organisations share with those below. */
const SHARED: ReadonlySet<Kind> = new Set(['depot', 'station', 'park', 'repair', 'fence', 'place', 'depot code', 'station code'])

/** Words that an answer could leak: names unique to one organisation. */
const WORDS = `
  SELECT plate AS word, organisation_id, false AS shared FROM truck
  UNION ALL SELECT name, id, false FROM organisation
  UNION ALL SELECT name, organisation_id, false FROM driver WHERE id >= ${FOREIGN_IDS_FROM}
  UNION ALL SELECT name, organisation_id, true FROM place WHERE id >= ${FOREIGN_IDS_FROM}
  UNION ALL SELECT name, organisation_id, true FROM fence WHERE id >= ${FOREIGN_IDS_FROM}
  UNION ALL SELECT user_name, organisation_id, false FROM app_user WHERE length(user_name) > 4 AND user_name <> 'admin' AND user_name <> 'water'
  UNION ALL SELECT name, organisation_id, false FROM integration_key
  UNION ALL SELECT receiver, organisation_id, false FROM sms_message
  UNION ALL SELECT user_name, organisation_id, false FROM sms_top_up
  UNION ALL SELECT receiver, organisation_id, false FROM notice
  UNION ALL SELECT serial, organisation_id, false FROM tank_table
  UNION ALL SELECT probe, organisation_id, false FROM station_tank
  UNION ALL SELECT ordered_by, organisation_id, false FROM device_command
  UNION ALL SELECT created_by, organisation_id, false FROM repair_order
  UNION ALL SELECT called_by, organisation_id, false FROM phone_call
  UNION ALL SELECT f.wanted_by, t.organisation_id, false FROM parameter_file f JOIN truck t ON t.id = f.truck_id
  UNION ALL SELECT b.taken_by, t.organisation_id, false FROM parameter_backup b JOIN truck t ON t.id = b.truck_id
  UNION ALL SELECT ordered_by, organisation_id, false FROM roll_out
  UNION ALL SELECT tester, organisation_id, false FROM device_test
  UNION ALL SELECT file_name, organisation_id, false FROM firmware_file
  UNION ALL SELECT uploaded_by, organisation_id, false FROM firmware_file
  UNION ALL SELECT uploaded_by, organisation_id, false FROM upgrade_file WHERE uploaded_by <> ''
  UNION ALL SELECT slip_no, organisation_id, false FROM slip
  UNION ALL SELECT ticket_no, organisation_id, false FROM meter_ticket WHERE length(ticket_no) > 4
  UNION ALL SELECT gauge_no, organisation_id, false FROM station_gauge WHERE length(gauge_no) > 4`

export async function readThings(pool: pg.Pool): Promise<Things> {
  const { rows: organisations } = await pool.query<{ id: number; ancestors: number[] }>('SELECT id, ancestors FROM organisation')
  const byKind = new Map<Kind, readonly Thing[]>()
  const numbers = new Map<string, number>()
  // Newest first: those are users who make no requests here, because users cannot change their own permissions.
  const ofEntities = ENTITY_TABLES.flatMap(({ entity, table }): [Kind, string][] => {
    const kind = entityKind(entity.key)
    return kind === undefined || kind in READ ? [] : [[kind, `SELECT id, organisation_id FROM ${table} ORDER BY id DESC`]]
  })
  for (const [kind, query] of [...(Object.entries(READ) as [Kind, string][]), ...ofEntities]) {
    const { rows } = await pool.query<{ id: string | number; organisation_id: number; user_id?: number; hidden?: Thing['hidden'] }>(query)
    byKind.set(
      kind,
      rows.map(({ id, organisation_id, user_id, hidden = '' }) => ({
        id: String(id),
        organisationId: organisation_id,
        userId: user_id ?? null,
        hidden,
      })),
    )
    // Roles belong to organisations above; places are found by name.
    if (kind !== 'role' && kind !== 'base data role' && !SHARED.has(kind))
      for (const { id, organisation_id } of rows) if (Number(id) >= FOREIGN_IDS_FROM) numbers.set(String(id), organisation_id)
  }
  const { rows: alarms } = await pool.query<{ id: string; organisation_id: number }>('SELECT id, organisation_id FROM alarm')
  for (const { id, organisation_id } of alarms) if (Number(id) >= FOREIGN_IDS_FROM) numbers.set(id, organisation_id)
  const { rows: words } = await pool.query<{ word: string; organisation_id: number; shared: boolean }>(WORDS)
  const { rows: brought } = await pool.query<{ plate: string; organisation_id: number }>(
    'SELECT DISTINCT t.plate, g.organisation_id FROM station_gauge g JOIN truck t ON t.id = g.truck_id',
  )
  return {
    byKind,
    brought: brought.map(({ plate, organisation_id }) => ({ plate, organisationId: organisation_id })),
    ancestors: new Map(organisations.map(({ id, ancestors }) => [id, new Set(ancestors)])),
    words: words.map(({ word, organisation_id, shared }) => ({ word, organisationId: organisation_id, shared })),
    numbers,
  }
}

const isBelow = ({ ancestors }: Things, organisationId: number, top: number): boolean => ancestors.get(organisationId)?.has(top) === true

/** What an id refers to, and whether the call is about that row itself. */
type Named = Pick<IdParameter, 'kind' | 'itself'>

/** Whether the caller may refer to the thing: its own, one of its organisations', or shared with it. */
const mayName = (things: Things, { kind, itself }: Named, thing: Thing, who: Asking): boolean => {
  // A superseded alarm of one's own has its own refusal; only foreign ones must look unknown.
  if (thing.hidden === 'staff' && who.customer) return false
  if (thing.userId !== null) return thing.userId === who.userId
  return (
    isBelow(things, thing.organisationId, who.organisationId) ||
    (itself !== true && SHARED.has(kind) && isBelow(things, who.organisationId, thing.organisationId))
  )
}

/** Plates known to a reader from its own stations: station gauge rows name the delivering truck. */
export const platesAtOwnStations = (things: Things, organisationId: number): string[] =>
  things.brought.flatMap((one) => (isBelow(things, one.organisationId, organisationId) ? [one.plate] : []))

/** Ids the caller may use, those of its own organisation first. */
export const ownIds = (things: Things, named: Named, who: Asking): string[] =>
  (things.byKind.get(named.kind) ?? [])
    .filter((thing) => mayName(things, named, thing, who) && thing.hidden === '')
    .toSorted((a, b) => Number(b.organisationId === who.organisationId) - Number(a.organisationId === who.organisationId))
    .map(({ id }) => id)

/** Ids the caller may not use: one of each owner, and one of each kind of hidden thing. */
export function foreignIds(things: Things, named: Named, who: Asking): string[] {
  const seen = new Set<string>()
  return (things.byKind.get(named.kind) ?? []).flatMap((thing) => {
    const owner = `${thing.organisationId} ${thing.userId !== null && thing.organisationId === who.organisationId} ${thing.hidden}`
    if (mayName(things, named, thing, who) || seen.has(owner)) return []
    seen.add(owner)
    return [thing.id]
  })
}

/** The first word in a text of an organisation invisible to `organisationId`; null when there is none. */
export function foreignWordIn(things: Things, organisationId: number, text: string, asked: readonly string[]): string | null {
  for (const { word, organisationId: owner, shared } of things.words) {
    if (isBelow(things, owner, organisationId) || (shared && isBelow(things, organisationId, owner)) || asked.includes(word)) continue
    if (text.includes(word)) return word
  }
  for (const [number] of text.matchAll(/(?<!\d)(?:7\d{6}|8\d{9})(?!\d)/g)) {
    const owner = things.numbers.get(number)
    if (owner !== undefined && !isBelow(things, owner, organisationId) && !asked.includes(number)) return number
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
