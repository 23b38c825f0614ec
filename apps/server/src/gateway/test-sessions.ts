import type { TestApi } from '../platform/http/test-api.ts'

/** Three connections of each truck: one that fell silent beside another one, one that the terminal closed, and one that lasts. */
export async function seedSessions({ database, now }: TestApi): Promise<void> {
  await database.pool.query(
    `INSERT INTO terminal_session (truck_id, epoch, organisation_id, gateway, port, phone, terminal_id, address, connected_at, signed_in_at, seen_at, ended_at,
       reason, received_bytes, sent_bytes, signal, weakest_signal, also_connected)
     SELECT truck.id, round, organisation_id, '=gateway', 6808, terminal_phone, terminal_id, '10.0.0.' || round, at - interval '2 seconds', at, at, ended,
       CASE round WHEN 1 THEN 'timeout' WHEN 2 THEN 'terminal' END, 48200 * round, 9300 * round, 20 + round, 9 + round, round = 1
     FROM truck, generate_series(1, 3) AS round, LATERAL (SELECT $1::timestamptz - (4 - round) * interval '15 minutes' - truck.id * interval '1 minute' AS at) AS began,
       LATERAL (SELECT CASE WHEN round < 3 THEN at + round * interval '5 minutes' END AS ended) AS ends`,
    [now],
  )
}
