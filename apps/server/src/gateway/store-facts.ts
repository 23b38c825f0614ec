import type pg from 'pg'

/** Facts of one truck, as `factRow` makes them. */
export type FactRows = { readonly records: readonly object[]; readonly alarms: readonly object[] }

/** Writes facts of one truck inside a transaction that has locked its state: upserts by key, and writes to the outbox. */
export async function storeFacts(client: pg.ClientBase, truckId: number, organisationId: number, facts: FactRows): Promise<void> {
  if (facts.records.length > 0) await client.query(UPSERT_RECORDS, [truckId, organisationId, JSON.stringify(facts.records)])
  if (facts.alarms.length > 0) await client.query(UPSERT_ALARMS, [truckId, organisationId, JSON.stringify(facts.alarms)])
}

/** SQL: parameter 3, JSON text, as rows of `record`. */
export const RECORD_ROWS = `jsonb_to_recordset($3::jsonb) AS f (kind text, started_at timestamptz, object int4, name text, ended_at timestamptz,
  lat float8, lng float8, fence_id int4, fence_name text, speed_kmh float4, heading_deg float4, properties jsonb)`

/** SQL: parameter 3, JSON text, as rows of `alarm`. */
export const ALARM_ROWS = `jsonb_to_recordset($3::jsonb) AS f (type int4, started_at timestamptz, object int4, name text, ended_at timestamptz, grade text, live bool,
  lat float8, lng float8, fence_id int4, fence_name text, speed_kmh float4, heading_deg float4, properties jsonb, remark text, remark2 text)`

/**
 * SQL: `outbox.what` for a row of the upsert `al`. An unhandled superseded alarm that is found again is raised a second
 * time, under its former id. The alarm is read as it was before the statement: an upsert returns only the new row.
 */
export const OUTBOX_WHAT = `CASE
    WHEN al.is_new OR EXISTS (SELECT FROM alarm o WHERE o.id = al.id AND o.superseded_at IS NOT NULL AND o.handled_at IS NULL) THEN 'raised'
    WHEN al.ended_at IS NULL THEN 'changed' ELSE 'ended' END`

/** SQL: an alarm that was escalated stays black, regardless of what detection says, also after it was handled. */
const GRADE = `CASE WHEN a.escalated_at IS NULL THEN excluded.grade ELSE 'black' END`

/** SQL: update of an existing alarm by an upsert into `alarm AS a`; nothing if unchanged. */
export const ALARM_AGAIN = `ON CONFLICT (truck_id, type, started_at, object) DO UPDATE SET name = excluded.name, ended_at = excluded.ended_at, grade = ${GRADE},
      properties = excluded.properties, remark = excluded.remark, remark2 = excluded.remark2,
      live = CASE WHEN a.superseded_at IS NULL THEN a.live ELSE excluded.live END, superseded_at = NULL
    WHERE (a.name, a.ended_at, a.grade, a.properties, a.remark, a.remark2, a.superseded_at) IS DISTINCT FROM
      (excluded.name, excluded.ended_at, ${GRADE}, excluded.properties, excluded.remark, excluded.remark2, NULL::timestamptz)`

const UPSERT_RECORDS = `
  INSERT INTO record (truck_id, kind, started_at, object, organisation_id, name, ended_at, lat, lng, fence_id, fence_name, speed_kmh, heading_deg, properties)
  SELECT $1, f.kind, f.started_at, f.object, $2, f.name, f.ended_at, f.lat, f.lng, f.fence_id, f.fence_name, f.speed_kmh, f.heading_deg, f.properties
  FROM ${RECORD_ROWS}
  ON CONFLICT (truck_id, kind, started_at, object) DO UPDATE SET name = excluded.name, ended_at = excluded.ended_at, properties = excluded.properties`
const UPSERT_ALARMS = `
  WITH al AS (
    INSERT INTO alarm AS a (truck_id, organisation_id, type, started_at, object, name, ended_at, grade, live, lat, lng, fence_id, fence_name, speed_kmh, heading_deg, properties, remark, remark2)
    SELECT $1, $2, f.type, f.started_at, f.object, f.name, f.ended_at, f.grade, f.live, f.lat, f.lng, f.fence_id, f.fence_name, f.speed_kmh, f.heading_deg, f.properties, f.remark, f.remark2
    FROM ${ALARM_ROWS}
    ${ALARM_AGAIN}
    RETURNING a.id, a.ended_at, (xmax = 0) AS is_new
  )
  INSERT INTO outbox (organisation_id, truck_id, alarm_id, what)
  SELECT $2, $1, id, ${OUTBOX_WHAT} FROM al`
