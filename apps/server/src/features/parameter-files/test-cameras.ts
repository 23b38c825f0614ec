import { syscfg } from '@tanker/parameters/device-files/syscfg'
import type { TestApi } from '../../platform/http/test-api.ts'

type Lines = Readonly<Record<string, number | string | undefined>>

/** What a console of three compartments has where nothing else is given; 苏 in GBK is two bytes. */
const USUAL: Lines = {
  ...Object.fromEntries(
    syscfg.fields.flatMap(({ key, content, default: usual, optional }) => {
      const first = content.type === 'choice' ? content.choices[0]?.value : undefined
      const value = usual ?? (optional === true ? undefined : first)
      return value === undefined ? [] : [[key, value]]
    }),
  ),
  tankTruckSn: '\u00cb\u00d5A00001',
  devSn: '2508000001',
  cabinCount: 3,
  server1Addr: 'tanker.example',
}

/** syscfg.txt of a console, with a comment and a field of its maker; undefined leaves a line out. */
export function systemFile(lines: Lines = {}): Buffer {
  const set = Object.entries({ ...USUAL, ...lines }).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]))
  return Buffer.from(['# set at the workshop', 'makerOnly=7', ...set, ''].join('\r\n'), 'latin1')
}

/** What consoles reported of their cameras, and a write that failed. 苏A00002 has no cameras and was never read. */
export async function seedCameras({ database: { pool }, now }: Pick<TestApi, 'database' | 'now'>): Promise<void> {
  const lines = { camSim: '13900000001', camCount: 4, recEn: 1, recStart: '0500', recEnd: '2200', rtMask: 5, hdMask: 1, camMask3: 2 }
  await pool.query(`UPDATE truck SET channel_count = 0, camera_channels = '{}' WHERE plate = '苏A00002'`)
  await pool.query(
    `INSERT INTO parameter_file (truck_id, file, reported, reported_at, wanted, wanted_at, wanted_by)
     SELECT t.id, $3, $2, $1, $2, $1, '外人摄像' || o.code
     FROM truck t JOIN organisation o ON o.id = t.organisation_id WHERE t.plate <> '苏A00002' ON CONFLICT DO NOTHING`,
    [now, systemFile(lines), syscfg.number],
  )
  await pool.query(
    `INSERT INTO device_command (truck_id, organisation_id, kind, form_values, state, result, tries, max_tries, ordered_by, ordered_at, finished_at)
     SELECT t.id, t.organisation_id, 'write-file', $2, 'failed', 'read-back', 3, 3, '外人摄像' || o.code, $1::timestamptz - interval '2 hours', $1
     FROM truck t JOIN organisation o ON o.id = t.organisation_id WHERE t.plate <> '苏A00002'`,
    [now, JSON.stringify({ file: syscfg.number, seen: 0, reason: '夜间录像' })],
  )
}
