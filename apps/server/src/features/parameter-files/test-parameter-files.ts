import { crc32 } from 'node:zlib'
import type { TestApi } from '../../platform/http/test-api.ts'
import { compareFiles } from './compare-files-job.ts'

/** What a console of three compartments has of ui.cfg. */
export const SCREEN_FIELDS = {
  batteryIcon: 1,
  truckDirection: 0,
  keyboardType: 0,
  f2ChangeProduct: 0,
  fastPrint: 0,
  forcePrint: 0,
  brightness: 80,
  densimeterShow: 0,
  densityPressure: 0,
  cabinCount: 3,
  showWorkSerial: 1,
  userPwdEn: 1,
  userPwd: '4711',
  profuncv: 0,
  hideTemp: 0,
  hideVol: 0,
  hideStdVol: 0,
  language: 0,
} as const

/** The same as a file, with a comment. */
export const SCREEN_FILE = ['# set at the workshop', ...Object.entries(SCREEN_FIELDS).map(([key, value]) => `${key}=${value}`), ''].join(
  '\n',
)

/** The console screen of every truck as it reported it, as another user wanted it and as it was before; and a failed read of the seals. */
export async function seedParameterFiles({ database: { pool, db }, now }: Pick<TestApi, 'database' | 'now'>): Promise<void> {
  await pool.query(
    `INSERT INTO parameter_file (truck_id, file, reported, reported_at, wanted, wanted_at, wanted_by)
     SELECT t.id, 9, $2, $1, $3, $1, '外人参数' || o.code
     FROM truck t JOIN organisation o ON o.id = t.organisation_id`,
    [now, Buffer.from(SCREEN_FILE), Buffer.from(SCREEN_FILE.replace('=80', '=70'))],
  )
  await compareFiles(db)
  const screen = Buffer.from(SCREEN_FILE.replace('=80', '=60'))
  const seals = Buffer.from('probeCount=0\nsampleInterval=1\nalarmDelay=3\n')
  for (const [file, content] of [
    [9, screen],
    [2, seals],
  ] as const)
    await pool.query(
      `INSERT INTO parameter_backup (truck_id, file, content, taken_at, taken_by, crc32, source)
       SELECT t.id, $4::int, $2, $1, '外人备份' || o.code, $3, 'before-send'
       FROM truck t JOIN organisation o ON o.id = t.organisation_id`,
      [now, content, crc32(content), file],
    )
  await pool.query(
    `INSERT INTO device_command (truck_id, organisation_id, kind, form_values, state, result, tries, max_tries, ordered_by, ordered_at, finished_at)
     SELECT t.id, t.organisation_id, 'read-file', '{"file": 2}', 'failed', 'no-answer', 3, 3, '外人读取' || o.code, $1::timestamptz - interval '1 hour', $1
     FROM truck t JOIN organisation o ON o.id = t.organisation_id`,
    [now],
  )
}
