import { crc32 } from 'node:zlib'
import type { TestApi } from '../../platform/http/test-api.ts'

const SEALS = Buffer.from('probeCount=0\nsampleInterval=1\nalarmDelay=3\n')
const CHART = Buffer.from('0,0\n500,2400\n1000,5000\n')

/** A file or command of each type for every organisation with trucks; firmware stands there already where it was added. */
export async function seedUpgradeFiles({ database: { pool }, now }: Pick<TestApi, 'database' | 'now'>): Promise<void> {
  const { rows } = await pool.query<{ id: number; code: string }>(
    'SELECT o.id, o.code FROM organisation o WHERE EXISTS (SELECT FROM truck t WHERE t.organisation_id = o.id) ORDER BY o.id',
  )
  for (const { id, code } of rows) {
    await pool.query(
      `INSERT INTO upgrade_file (organisation_id, type, description, release, restart_delay_min, firmware_id, file_name, size_bytes, crc32, uploaded_by, uploaded_at)
       SELECT organisation_id, device, remark, version, 5, id, file_name, size_bytes, crc32, uploaded_by, uploaded_at FROM firmware_file f
       WHERE organisation_id = $1 AND device IN ('console', 'controller') AND NOT EXISTS (SELECT FROM upgrade_file u WHERE u.firmware_id = f.id)`,
      [id],
    )
    for (const [type, content, parameterFile] of [
      ['clear', null, null],
      ['restart', null, null],
      ['tank-chart', CHART, null],
      ['controller-parameters', SEALS, 2],
    ] as const) {
      const file =
        content && (await pool.query<{ id: number }>('INSERT INTO command_file (content) VALUES ($1) RETURNING id', [content])).rows[0]
      await pool.query(
        `INSERT INTO upgrade_file (organisation_id, type, description, release, restart_delay_min, file_id, file_name, size_bytes, crc32,
           parameter_file, uploaded_by, uploaded_at, enabled)
         VALUES ($1, $2, $3, '1.0', $4, $5, $6, $7, $8, $9, $10, $11, $2 <> 'clear')`,
        [
          id,
          type,
          `外人升级${code}`,
          type === 'restart' ? 10 : null,
          file?.id ?? null,
          content ? `外人${code}.txt` : '',
          content?.length ?? 0,
          content ? crc32(content) : null,
          parameterFile,
          `外人上传${code}`,
          now,
        ],
      )
    }
  }
}
