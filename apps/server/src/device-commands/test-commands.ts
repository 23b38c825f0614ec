import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { TestApi } from '../platform/http/test-api.ts'

const hourMs = 3_600_000

const sha256Of = (content: Buffer): Buffer => createHash('sha256').update(content).digest()

/** For each truck tank tables in every state and as many sendings, one after the other, an hour apart; an hour apart they take effect too. */
export async function seedCommands({ database: { db }, now }: TestApi): Promise<void> {
  const trucks = await db.selectFrom('truck').select(['id', 'organisation_id', 'plate']).orderBy('id', 'desc').execute()
  const outcomes = [
    { send_state: 'synced', state: 'done', result: null },
    { send_state: 'synced', state: 'done', result: null },
    { send_state: 'sync-failed', state: 'failed', result: 'no-answer' },
    { send_state: 'table-failed', state: 'failed', result: 'table' },
    { send_state: 'pipe-failed', state: 'failed', result: 'pipe' },
    { send_state: 'sending', state: 'sending', result: null },
    { send_state: 'not-sent', state: 'stopped', result: null },
  ] as const
  for (const { id: truckId, organisation_id: organisationId, plate } of trucks) {
    for (const [index, { send_state, state, result }] of outcomes.entries()) {
      const at = new Date(now.getTime() - (20 - index) * hourMs - truckId * 1_000)
      const isOver = state !== 'sending'
      const table = await db
        .insertInto('tank_table')
        .values({
          truck_id: truckId,
          compartment: send_state === 'not-sent' ? 1 : 2,
          serial: `RB${index}${plate}`,
          effective_at: at,
          capacity_l: 1_000 + index,
          pipe_capacity_l: 10 + index,
          tank_height_mm: 1_500 + index,
          levels_mm: [0, 10 + index],
          volumes_l: [0, 1_000 + index],
          send_state,
          sent_at: at,
          synced_at: state === 'done' ? at : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const content = Buffer.from(`tank table ${plate} ${index}`)
      const file = await db.insertInto('command_file').values({ content }).returning('id').executeTakeFirstOrThrow()
      await db
        .insertInto('device_command')
        .values({
          truck_id: truckId,
          organisation_id: organisationId,
          kind: 'tank-table',
          compartment: send_state === 'not-sent' ? 1 : 2,
          tank_table_id: table.id,
          serial: `RB${index}${plate}`,
          file_id: file.id,
          crc32: crc32(content),
          sha256: sha256Of(content),
          total_bytes: content.length,
          state,
          result,
          tries: 1 + (index % 2),
          max_tries: 3,
          acked_bytes: state === 'done' ? content.length : 0,
          crc_match: state === 'done' ? true : null,
          ordered_by: `下发人${plate}`,
          ordered_at: at,
          started_at: at,
          finished_at: isOver ? new Date(at.getTime() + 60_000) : null,
        })
        .execute()
    }
    // A waiting command whose tank table was deleted: the last table can be edited but not sent.
    const { id: fileId } = await db
      .insertInto('command_file')
      .values({ content: Buffer.from(plate) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('device_command')
      .values({
        truck_id: truckId,
        organisation_id: organisationId,
        kind: 'tank-table',
        compartment: 1,
        serial: `RB9${plate}`,
        file_id: fileId,
        crc32: crc32(plate),
        sha256: sha256Of(Buffer.from(plate)),
        total_bytes: Buffer.byteLength(plate),
        max_tries: 3,
        ordered_by: `下发人${plate}`,
        ordered_at: new Date(now.getTime() - 10 * hourMs - truckId * 1_000),
      })
      .execute()
  }
  const stations = await db.selectFrom('place').where('kind', '=', 'station').select(['id', 'code']).orderBy('id').execute()
  for (const [index, station] of stations.entries())
    for (const [tankNo, oilCode] of [
      [1, 92],
      [2, 0],
    ] as const)
      await db
        .insertInto('station_tank')
        .values({
          station_id: station.id,
          tank_no: tankNo,
          oil_code: oilCode,
          probe: `TZ${station.id}${tankNo}`,
          diameter_mm: 2_000 + index,
          capacity_l: 30_000 + tankNo,
          dead_stock_l: 600 + index,
          effective_at: new Date(now.getTime() - (index * 2 + tankNo) * hourMs),
          file_name: `${station.code}-${tankNo}.txt`,
          levels_mm: [0, 2_000],
          volumes_l: [0, 30_000 + tankNo],
          enabled: (index + tankNo) % 2 === 1,
        })
        .execute()
}
