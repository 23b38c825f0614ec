import { ALARM_AGAIN, OUTBOX_WHAT } from './store-facts.ts'

/**
 * The one statement that makes a group durable (docs/architecture.md, "The way of a frame").
 *
 * `ok` is the fence: the trucks whose epoch is still ours, their rows locked, and everything else joins it. `slot`
 * numbers the trucks of the group, so that two sessions of one truck never mix. One row comes back: `passed`, the slots
 * behind the fence, null when all are, and `rebuilds`, `[slot, ms since 1970]` of late readings that were new.
 *
 * Two forms. `fast` is for a first attempt in which every reading is newer than its truck's stored ones: no duplicates
 * are expected or searched for, and a duplicate makes the whole statement fail. Trucks
 * are locked by being written in ascending order, so that two gateways never wait for each other.
 * `safe` takes anything: stored readings are skipped, and new late readings need a rebuild.
 */
export type GroupForm = 'fast' | 'safe'

/** The result row of the statement. */
export type GroupAnswer = { readonly passed: readonly number[] | null; readonly rebuilds: readonly (readonly [number, number])[] | null }

const TRUCKS = `unnest($1::int4[], $2::int4[], $3::int8[], $4::timestamptz[], $5::bytea[], $6::bytea[])
    AS i (slot, truck_id, epoch, last_at, state, live)`

const NEWEST = 'state = coalesce(i.state, s.state), live = i.live, last_at = i.last_at, contact_at = $18, offline_at = NULL'

const POSITIONS = `INSERT INTO position (truck_id, at, kind, digest, organisation_id, received_at, lat, lng, speed, heading, flags, packed, counted)
  SELECT ok.truck_id, r.at, r.kind, r.digest, ok.organisation_id, r.received_at, r.lat, r.lng, r.speed, r.heading, r.flags, r.packed, r.counted
  FROM unnest($7::int4[], $8::timestamptz[], $9::int4[], $10::int8[], $11::timestamptz[], $12::int4[], $13::int4[], $14::int2[], $15::int2[], $16::int2[], $17::bytea[],
    $24::bytea[]) AS r (slot, at, kind, digest, received_at, lat, lng, speed, heading, flags, packed, counted) JOIN ok USING (slot)`

const FACTS = `rec AS (
  INSERT INTO record (truck_id, kind, started_at, object, organisation_id, name, ended_at, lat, lng, fence_id, fence_name, speed_kmh, heading_deg, properties)
  SELECT ok.truck_id, f.kind, f.started_at, f.object, ok.organisation_id, f.name, f.ended_at, f.lat, f.lng, f.fence_id, f.fence_name, f.speed_kmh, f.heading_deg, f.properties
  FROM jsonb_to_recordset($19::jsonb) AS f (slot int4, kind text, started_at timestamptz, object int4, name text, ended_at timestamptz,
    lat float8, lng float8, fence_id int4, fence_name text, speed_kmh float4, heading_deg float4, properties jsonb) JOIN ok USING (slot)
  ON CONFLICT (truck_id, kind, started_at, object) DO UPDATE SET name = excluded.name, ended_at = excluded.ended_at, properties = excluded.properties
), al AS (
  INSERT INTO alarm AS a (truck_id, organisation_id, type, started_at, object, name, ended_at, grade, live, lat, lng, fence_id, fence_name, speed_kmh, heading_deg, properties, remark, remark2)
  SELECT ok.truck_id, ok.organisation_id, f.type, f.started_at, f.object, f.name, f.ended_at, f.grade, f.live, f.lat, f.lng, f.fence_id, f.fence_name, f.speed_kmh, f.heading_deg, f.properties, f.remark, f.remark2
  FROM jsonb_to_recordset($20::jsonb) AS f (slot int4, type int4, started_at timestamptz, object int4, name text, ended_at timestamptz, grade text, live bool,
    lat float8, lng float8, fence_id int4, fence_name text, speed_kmh float4, heading_deg float4, properties jsonb, remark text, remark2 text) JOIN ok USING (slot)
  ${ALARM_AGAIN}
  RETURNING a.id, a.truck_id, a.organisation_id, a.ended_at, (xmax = 0) AS is_new
), ob AS (
  INSERT INTO outbox (organisation_id, truck_id, alarm_id, what)
  SELECT organisation_id, truck_id, id, ${OUTBOX_WHAT} FROM al
), cp AS (
  INSERT INTO checkpoint (truck_id, at, state)
  SELECT ok.truck_id, c.at, c.state FROM unnest($21::int4[], $22::timestamptz[], $23::bytea[]) AS c (slot, at, state) JOIN ok USING (slot)
  ON CONFLICT (truck_id, at) DO UPDATE SET state = excluded.state
)`

const PASSED = `CASE WHEN count(*) < cardinality($1) THEN coalesce(array_agg(ok.slot), '{}') END AS passed`

const FAST = `
WITH ok AS (
  UPDATE truck_state s SET ${NEWEST} FROM ${TRUCKS}
  WHERE s.truck_id = i.truck_id AND s.epoch = i.epoch
  RETURNING i.slot, s.truck_id, s.organisation_id
), pos AS (
  ${POSITIONS}
), ${FACTS}
SELECT ${PASSED}, NULL::json AS rebuilds FROM ok`

const SAFE = `
WITH i AS MATERIALIZED (
  SELECT * FROM ${TRUCKS}
), ok AS MATERIALIZED (
  SELECT i.slot, s.truck_id, s.organisation_id
  FROM truck_state s JOIN i ON i.truck_id = s.truck_id AND i.epoch = s.epoch
  ORDER BY s.truck_id FOR NO KEY UPDATE OF s
), pos AS (
  ${POSITIONS}
  ON CONFLICT DO NOTHING
  RETURNING truck_id, at
), fresh AS (
  SELECT ok.slot, min(pos.at) AS at
  FROM pos JOIN ok USING (truck_id)
  JOIN unnest($25::int4[], $26::timestamptz[]) AS l (slot, at) ON l.slot = ok.slot AND l.at = pos.at
  GROUP BY ok.slot
), up AS (
  UPDATE truck_state s
  SET ${NEWEST}, rebuild_from = least(s.rebuild_from, (SELECT fresh.at FROM fresh WHERE fresh.slot = i.slot)),
    rebuild_wanted_at = coalesce(s.rebuild_wanted_at, (SELECT clock_timestamp() FROM fresh WHERE fresh.slot = i.slot))
  FROM i JOIN ok USING (slot) WHERE s.truck_id = i.truck_id
), ${FACTS}
SELECT ${PASSED}, (SELECT json_agg(json_build_array(slot, extract(epoch FROM at) * 1000)) FROM fresh) AS rebuilds FROM ok`

export const groupStatements: Readonly<Record<GroupForm, { readonly name: string; readonly text: string }>> = {
  fast: { name: 'group-fast', text: FAST },
  safe: { name: 'group-safe', text: SAFE },
}
