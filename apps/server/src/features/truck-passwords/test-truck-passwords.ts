import { generateKeyPairSync } from 'node:crypto'
import { TEST_KEY, type TestApi } from '../../platform/http/test-api.ts'
import { passwordSecret, proofOf } from './password-secret.ts'

/** Passwords of every truck: one that can be used, one that begins tomorrow, one that is over, one that was revoked; and a key that was agreed on. */
const PASSWORDS = [
  { operation: 'open', number: 1, fromMin: -5, toMin: 135, revoked: false },
  { operation: 'repair', number: 2, fromMin: 1_440, toMin: 1_930, revoked: false },
  { operation: 'print', number: 3, fromMin: -600, toMin: -560, revoked: false },
  { operation: 'product', number: 4, fromMin: -5, toMin: 135, revoked: true },
] as const

/** What the list shows of passwords depends on the machine's clock, as they do. */
export async function seedTruckPasswords({ database: { pool }, now }: Pick<TestApi, 'database' | 'now'>): Promise<void> {
  const { rows } = await pool.query<{ id: number; terminalId: string }>(
    `SELECT id, coalesce(terminal_id, 'T' || id) AS "terminalId" FROM truck ORDER BY id`,
  )
  const key = generateKeyPairSync('x25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  for (const { id, terminalId } of rows)
    await pool.query('INSERT INTO password_key (truck_id, terminal_id, console_key, proof, agreed_at) VALUES ($1, $2, $3, $4, $5)', [
      id,
      terminalId,
      key,
      proofOf(await passwordSecret(TEST_KEY, id, { terminalId, key })),
      now,
    ])
  for (const { operation, number, fromMin, toMin, revoked } of PASSWORDS)
    await pool.query(
      `INSERT INTO truck_password (truck_id, organisation_id, terminal_id, operation, number, valid_from, valid_to, reason, issued_by, issued_at, revoked_at)
       SELECT t.id, t.organisation_id, 'T' || t.id, $2, $3, now() + $4 * interval '1 minute', now() + $5 * interval '1 minute', '现场核实', '外人密码' || o.code, $1,
         CASE WHEN $6 THEN $1::timestamptz END
       FROM truck t JOIN organisation o ON o.id = t.organisation_id ORDER BY t.id`,
      [now, operation, number, fromMin, toMin, revoked],
    )
}
