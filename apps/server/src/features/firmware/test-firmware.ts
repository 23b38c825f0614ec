import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { TestApi } from '../../platform/http/test-api.ts'

const hourMs = 3_600_000

const KEPT = [
  { device: 'console', version: 'FW2.7.0', hardware: 'HW1.2' },
  { device: 'controller', version: 'CT1.5.0', hardware: '' },
] as const

const ORDERS = [
  { firmware: 0, state: 'done', result: null, old: 'FW2.6.0' },
  { firmware: 1, state: 'failed', result: 'device', old: null },
  { firmware: 0, state: 'stopped', result: null, old: 'FW2.6.0' },
  { firmware: 0, state: 'failed', result: 'no-answer', old: 'FW2.5.9' },
  { firmware: 1, state: 'sending', result: null, old: 'CT1.4.2' },
  { firmware: 0, state: 'waiting', result: null, old: null },
] as const

/** For each organisation with trucks firmware of two devices; for each truck upgrades in every state, an hour apart, and what it runs. */
export async function seedFirmware({ database: { db }, now }: TestApi): Promise<void> {
  const trucks = await db.selectFrom('truck').select(['id', 'organisation_id', 'plate']).orderBy('id', 'desc').execute()
  const kept = new Map<number, number[]>()
  for (const organisationId of new Set(trucks.map((truck) => truck.organisation_id))) {
    const { code } = await db.selectFrom('organisation').where('id', '=', organisationId).select('code').executeTakeFirstOrThrow()
    const ids: number[] = []
    for (const [index, firmware] of KEPT.entries()) {
      const content = contentOf(organisationId, index)
      const file = await db.insertInto('command_file').values({ content }).returning('id').executeTakeFirstOrThrow()
      const { id } = await db
        .insertInto('firmware_file')
        .values({
          ...firmware,
          organisation_id: organisationId,
          maker: 'TKFLT',
          remark: `第${index + 1}版`,
          file_name: `固件-${code}-${index}.bin`,
          file_id: file.id,
          size_bytes: content.length,
          crc32: crc32(content),
          sha256: sha256Of(content),
          uploaded_by: `${code}的上传人`,
          uploaded_at: new Date(now.getTime() - (50 + index) * hourMs - (organisationId % 1_000) * 60_000),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      ids.push(id)
    }
    kept.set(organisationId, ids)
  }
  for (const { id: truckId, organisation_id: organisationId, plate } of trucks) {
    for (const [index, { firmware, state, result, old }] of ORDERS.entries()) {
      const at = new Date(now.getTime() - (30 - index) * hourMs - (truckId % 1_000) * 1_000)
      const isOver = state === 'done' || state === 'failed' || state === 'stopped'
      const content = contentOf(organisationId, firmware)
      const firmwareId = kept.get(organisationId)?.[firmware] ?? 0
      const { file_id: fileId, file_name: fileName } = await db
        .selectFrom('firmware_file')
        .where('id', '=', firmwareId)
        .select(['file_id', 'file_name'])
        .executeTakeFirstOrThrow()
      await db
        .insertInto('device_command')
        .values({
          truck_id: truckId,
          organisation_id: organisationId,
          kind: 'upgrade',
          device: KEPT[firmware].device,
          firmware_id: firmwareId,
          file_name: fileName,
          old_version: old,
          new_version: KEPT[firmware].version,
          downgrade: index === 3,
          file_id: fileId,
          crc32: crc32(content),
          sha256: sha256Of(content),
          total_bytes: content.length,
          state,
          result,
          tries: state === 'waiting' ? 0 : 1 + (index % 2),
          max_tries: 3,
          acked_bytes: state === 'done' ? content.length : Math.floor((content.length * index) / 8),
          ordered_by: `下发人${plate}`,
          ordered_at: at,
          started_at: state === 'waiting' ? null : new Date(at.getTime() + 1_000),
          finished_at: isOver ? new Date(at.getTime() + 60_000 * (index + 1)) : null,
        })
        .execute()
    }
    await db
      .insertInto('device_version')
      .values({
        truck_id: truckId,
        device: 'console',
        version: 'FW2.6.0',
        maker: 'TKFLT',
        hardware: 'HW1.2',
        reported_at: new Date(now.getTime() - (truckId % 1_000) * 60_000),
      })
      .execute()
  }
}

const contentOf = (organisationId: number, index: number): Buffer =>
  Buffer.alloc(5_000 + index * 100, `firmware ${organisationId} ${index}`)

const sha256Of = (content: Buffer): Buffer => createHash('sha256').update(content).digest()
