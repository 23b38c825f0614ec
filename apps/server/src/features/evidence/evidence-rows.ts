import type { EvidenceKind } from '@tanker/domain/devices/evidence'
import type pg from 'pg'

/** Until then a disconnected terminal may come back by itself; after it the truck is asked again. */
const COMES_BACK_MS = 10 * 60_000
const DAY_MS = 86_400_000

/** A request that a terminal has named. */
export type NamedRequest = { readonly id: string; readonly number: string; readonly truckId: number; readonly organisationId: number }

/** The request of this number, if it was made of the truck with this phone and is not over. */
export async function findRequest(pool: pg.Pool, number: string, phone: string): Promise<NamedRequest | null> {
  const { rows } = await pool.query<NamedRequest>({
    name: 'evidence-request',
    text: `SELECT r.id, r.number, r.truck_id AS "truckId", r.organisation_id AS "organisationId"
      FROM evidence_request r JOIN truck t ON t.id = r.truck_id
      WHERE r.number = $1 AND ltrim(t.terminal_phone, '0') = $2 AND t.enabled AND r.state NOT IN ('refused', 'expired')`,
    values: [number, phone],
  })
  return rows[0] ?? null
}

/** Bytes of a truck's files in the last 24 hours. */
export async function bytesOfDay(pool: pg.Pool, truckId: number, now: Date): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>({
    name: 'evidence-bytes',
    text: 'SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM evidence_file WHERE truck_id = $1 AND received_at > $2',
    values: [truckId, new Date(now.getTime() - DAY_MS)],
  })
  return rows[0]?.bytes ?? 0
}

/** Names of the files that are stored already. */
export async function storedNames(pool: pg.Pool, requestId: string): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>({
    name: 'evidence-names',
    text: 'SELECT name FROM evidence_file WHERE request_id = $1',
    values: [requestId],
  })
  return new Set(rows.map(({ name }) => name))
}

/** The terminal has announced its files. */
export async function noteAnnounced(pool: pg.Pool, requestId: string, files: number, now: Date): Promise<void> {
  await pool.query({
    name: 'evidence-announced',
    text: `UPDATE evidence_request SET state = CASE state WHEN 'complete' THEN state ELSE 'receiving' END,
        announced = greatest(announced, $2), heard_at = $3, ask_at = CASE state WHEN 'complete' THEN ask_at ELSE $4 END WHERE id = $1`,
    values: [requestId, files, now, new Date(now.getTime() + COMES_BACK_MS)],
  })
}

/** The store does not take files now: the truck is asked again, and this time does not count among its tries. */
export async function noteNotKept(pool: pg.Pool, requestId: string, now: Date): Promise<void> {
  await pool.query(
    `UPDATE evidence_request SET tries = greatest(tries - 1, 0), heard_at = $2, ask_at = $3 WHERE id = $1 AND state <> 'complete'`,
    [requestId, now, new Date(now.getTime() + COMES_BACK_MS)],
  )
}

/** The terminal holds more, or larger, files than are taken: it is not asked again. */
export async function noteRefused(pool: pg.Pool, requestId: string, now: Date): Promise<void> {
  await pool.query(`UPDATE evidence_request SET state = 'refused', heard_at = $2, ask_at = NULL WHERE id = $1 AND state <> 'complete'`, [
    requestId,
    now,
  ])
}

export type StoredFile = {
  readonly name: string
  readonly kind: EvidenceKind
  readonly bytes: number
  readonly sha256: Buffer
  readonly path: string
}

/** SQL: what follows for the request: $4 files more of no kind that is stored, $5 files more that are. */
const FOLLOWS = `UPDATE evidence_request r SET heard_at = $2, refused_files = refused_files + $4,
    state = CASE WHEN all_of < announced THEN r.state WHEN refused_files + $4 > 0 THEN 'partly' ELSE 'complete' END,
    ask_at = CASE WHEN all_of < announced THEN $3::timestamptz END
  FROM (SELECT q.id, q.refused_files + $4 + (SELECT count(*) FROM evidence_file f WHERE f.request_id = q.id) + $5 AS all_of
    FROM evidence_request q WHERE q.id = $1) n
  WHERE r.id = n.id`

/** Stores the row of a file whose bytes are durable, and what follows for its request, in one statement. */
export async function storeFile(pool: pg.Pool, request: NamedRequest, file: StoredFile, now: Date): Promise<void> {
  await pool.query(
    `WITH stored AS (
      INSERT INTO evidence_file (request_id, truck_id, organisation_id, name, kind, bytes, sha256, path, received_at)
      VALUES ($1, $6, $7, $8, $9, $10, $11, $12, $2) ON CONFLICT (request_id, name) DO NOTHING RETURNING id)
    ${FOLLOWS} AND EXISTS (SELECT FROM stored)`,
    [
      request.id,
      now,
      new Date(now.getTime() + COMES_BACK_MS),
      0,
      1,
      request.truckId,
      request.organisationId,
      file.name,
      file.kind,
      file.bytes,
      file.sha256,
      file.path,
    ],
  )
}

/** A file of no kind that is stored: the request can only be complete in part. */
export async function noteRefusedFile(pool: pg.Pool, { id }: NamedRequest, now: Date): Promise<void> {
  await pool.query(FOLLOWS, [id, now, new Date(now.getTime() + COMES_BACK_MS), 1, 0])
}
