import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { encodeAttachmentData } from '@tanker/protocol/attachment-data'
import { TestDevice } from '../../gateway/test-device.ts'
import type { TestApi } from '../../platform/http/test-api.ts'
import { EvidenceFolder } from './store/evidence-folder.ts'

export const TERMINAL_ID = 'TK00001'
export const MARK_TIME = '261123080000'

/** A picture as far as its first bytes say; the rest is like noise, with every byte in it. */
export function picture(bytes: number, seed = 'a'): Buffer {
  const content = Buffer.alloc(bytes)
  for (let at = 0, i = 0; at < bytes; i += 1) at += createHash('sha256').update(`${seed}${i}`).digest().copy(content, at)
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]).copy(content)
  return content
}

export type TestFile = { readonly name: string; readonly content: Buffer }
export type Piece = { readonly offset: number; readonly length: number }

/** A terminal on the connection of the files. */
export class TestUpload {
  readonly device: TestDevice
  readonly #phone: string
  readonly #number: string

  private constructor(device: TestDevice, phone: string, number: string) {
    this.device = device
    this.#phone = phone
    this.#number = number
  }

  static async connect(port: number, phone: string, number: string): Promise<TestUpload> {
    return new TestUpload(await TestDevice.connect(port), phone, number)
  }

  announce(files: readonly { name: string; bytes: number }[]): Promise<number | 'closed'> {
    const serial = this.device.send(this.#phone, {
      kind: 'evidence-files',
      terminalId: TERMINAL_ID,
      mark: { terminalId: TERMINAL_ID, time: MARK_TIME, sequence: 0, attachments: files.length, reserved: 0 },
      alarmNumber: this.#number,
      repeated: 0,
      files: [...files],
    })
    return this.device.replyTo(serial)
  }

  begin({ name, content }: TestFile): Promise<number | 'closed'> {
    return this.device.replyTo(this.device.send(this.#phone, { kind: 'evidence-file-begins', name, type: 0, bytes: content.length }))
  }

  data({ name, content }: TestFile, ...pieces: readonly Piece[]): void {
    for (const { offset, length } of pieces) this.device.raw(encodeAttachmentData(name, offset, content.subarray(offset, offset + length)))
  }

  /** The platform's answer to the end of a file; null when it closed the connection instead. */
  async end({ name, content }: TestFile): Promise<{ result: number; missing: readonly Piece[] } | null> {
    this.device.send(this.#phone, { kind: 'evidence-file-ended', name, type: 0, bytes: content.length })
    const answer = await this.device.next(({ kind }) => kind === 'evidence-file-answer')
    return answer?.kind === 'evidence-file-answer' ? { result: answer.result, missing: answer.missing } : null
  }
}

/** A request that was asked of the truck, for an alarm of its own. */
export async function addRequest(pool: pg.Pool, truckId: number, number: string, at: Date): Promise<{ id: string; alarmId: string }> {
  const { rows: alarms } = await pool.query<{ id: string }>(
    `INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, ended_at, grade, live, properties)
     SELECT $1, organisation_id, 13, $2::timestamptz - (SELECT count(*) FROM alarm) * interval '1 second', 0, 'safety-event', $2, 'red', true, '{}'
     FROM truck WHERE id = $1 RETURNING id`,
    [truckId, at],
  )
  const alarmId = alarms[0]?.id ?? ''
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO evidence_request (number, truck_id, organisation_id, alarm_id, terminal_id, mark_time, sequence, attachments, state, created_at, expires_at, asked_at)
     SELECT $2, $1, organisation_id, $3, $4, $5, (SELECT count(*) FROM evidence_request), 2, 'asked', $6::timestamptz, $6::timestamptz + interval '7 days', $6 FROM truck WHERE id = $1 RETURNING id`,
    [truckId, number, alarmId, TERMINAL_ID, MARK_TIME, at],
  )
  return { id: rows[0]?.id ?? '', alarmId }
}

/** For one alarm of each organisation a request whose one picture has come, below this folder. */
export async function seedEvidence({ database: { pool }, now }: Pick<TestApi, 'database' | 'now'>, dataFolder: string): Promise<void> {
  const content = picture(1_000)
  const incoming = join(dataFolder, 'seeded')
  writeFileSync(incoming, content)
  await new EvidenceFolder(join(dataFolder, 'evidence')).keep(incoming, 'seeded/1.jpg')
  const { rows: trucks } = await pool.query<{ id: number }>('SELECT min(id) AS id FROM truck GROUP BY organisation_id ORDER BY 1')
  for (const { id: truckId } of trucks) {
    const { id } = await addRequest(pool, truckId, String(truckId).padStart(32, '0'), now)
    await pool.query(
      `INSERT INTO evidence_file (request_id, truck_id, organisation_id, name, kind, bytes, sha256, path, received_at)
       SELECT $1, id, organisation_id, 'a.jpg', 'jpg', $3, $4, 'seeded/1.jpg', $5 FROM truck WHERE id = $2`,
      [id, truckId, content.length, createHash('sha256').update(content).digest(), now],
    )
  }
}
