import { writeXlsx } from 'hucre/xlsx'
import { station } from '@tanker/contract/base-data/station'
import type { PlainValues } from '@tanker/contract/base-data/define-entity'
import { openScope } from '@tanker/database/scope'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fenceTable } from '../features/fences/fence-table.ts'
import { errors } from '../platform/http/errors.ts'
import { startTestApi, type TestApi } from '../platform/http/test-api.ts'
import { tableOf } from '../app.ts'
import type { Saver } from './apply-changes.ts'
import type { EntityTable, SavedRow } from './entity-table.ts'
import { importSheet } from './import-rows.ts'
import { changeRow, createRow, moveRows, removeRow, setStatus } from './save-row.ts'

let server: TestApi
let saver: Saver
beforeAll(async () => {
  server = await startTestApi()
  const scope = { userId: 1, organisationId: server.organisationId('G'), customer: false }
  saver = { db: openScope(server.database, scope), writer: { id: 1, userName: 'admin', at: server.now } }
})
afterAll(() => server.close())

let given = 3_000
const values = (changed: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => {
  given += 1
  return {
    name: `站${given}`,
    code: String(given),
    organisationId: server.organisationId('A'),
    address: '苏州',
    lat: 31,
    lng: 120,
    ...changed,
  }
}
const sheetOf = (rows: readonly Readonly<Record<string, unknown>>[]): Promise<Uint8Array> => {
  const headings = Object.entries(station.fields).filter(([, { kind }]) => kind !== 'organisation')
  return writeXlsx({
    sheets: [
      {
        name: '导入',
        columns: headings.map(([, { label }]) => ({ header: label.zh, key: label.zh })),
        data: rows.map((row) => Object.fromEntries(headings.map(([name, { label }]) => [label.zh, String(row[name] ?? '')]))),
      },
    ],
  })
}
const stations = tableOf(station)
const addStation = () => createRow(stations, values(), saver)
const stored = async (id: number) =>
  (await server.database.db.selectFrom('place').where('id', '=', id).select(['organisation_id', 'enabled']).execute())[0]

/** Every way to write a row, with a table of stations. */
const WAYS: Readonly<Record<string, (table: EntityTable) => Promise<unknown>>> = {
  'a new form': (table) => createRow(table, values(), saver),
  'a changed form': async (table) => {
    const { id, version, values: before } = await addStation()
    return changeRow(table, { id, version }, { ...before, address: '无锡' }, saver)
  },
  'a sheet': async (table) =>
    importSheet(
      table,
      { sheet: await sheetOf([values(), values()]), organisationId: server.organisationId('A'), timeZone: 'Asia/Shanghai' },
      saver,
    ),
  'a move to another organisation': async (table) => moveRows(table, [(await addStation()).id], server.organisationId('B'), saver),
  'a change of the status': async (table) => setStatus(table, (await addStation()).id, 'disabled', saver),
}

describe('every way to write a row goes through all stages', () => {
  test.each([...Object.keys(WAYS), 'a deletion'])('%s is refused to a user who may not make it', async (way) => {
    const guarded: EntityTable = { ...stations, authorize: () => Promise.reject(errors.noPermission()) }
    const run = WAYS[way] ?? (async (table) => removeRow(table, (await addStation()).id, saver))
    await expect(run(guarded)).rejects.toMatchObject({ message: errors.noPermission().message })
  })

  test.each(Object.keys(WAYS))('%s is refused for a problem that only the database knows', async (way) => {
    const problem = { zh: '地址不在图上。', en: 'The address is on no map.' }
    const checked: EntityTable = { ...stations, validate: (_, rows) => Promise.resolve(rows.map(() => ({ address: problem }))) }
    await expect(WAYS[way]?.(checked)).rejects.toMatchObject({
      data: way === 'a sheet' ? { rows: [2, 3].map((row) => ({ row, ...problem })) } : { fields: { address: problem } },
    })
  })

  test.each(Object.keys(WAYS))('%s is followed by what has to be written after it, with the rows before and after', async (way) => {
    const seen: SavedRow[] = []
    const followed: EntityTable = {
      ...stations,
      afterWrite: (write, rows) => {
        seen.push(...rows)
        return Promise.resolve(
          rows.map(({ id }) => ({
            entity: 'test_follows',
            rowId: id,
            organisationId: 1,
            action: 'change' as const,
            old: null,
            new: { way, source: write.source },
          })),
        )
      },
    }
    await WAYS[way]?.(followed)
    expect(seen.length).toBe(way === 'a sheet' ? 2 : 1)
    for (const { id, before, after } of seen) {
      expect(before === null).toBe(way === 'a new form' || way === 'a sheet')
      const { rows } = await server.database.pool.query<{ entity: string; old: PlainValues | null; new: PlainValues }>(
        `SELECT entity, old, new FROM change_log WHERE row_id = $1 AND entity IN ('station', 'test_follows') ORDER BY id DESC LIMIT 2`,
        [id],
      )
      expect(rows).toEqual([
        { entity: 'station', old: before, new: after },
        { entity: 'test_follows', old: null, new: { way, source: expect.any(String) } },
      ])
    }
  })

  test.each([...Object.keys(WAYS), 'a deletion'])('%s notifies gateways and web consoles, after the commit', async (way) => {
    const run = WAYS[way] ?? (async (table) => removeRow(table, (await addStation()).id, saver))
    const topic: EntityTable = { ...stations, notifies: 'session' }
    const heard = new Promise<void>((resolve) => {
      const stop = server.bus.subscribe('session', () => {
        stop()
        resolve()
      })
    })
    await run(topic)
    await heard
  })

  test('a refused write notifies no one and leaves nothing', async () => {
    const { id } = await addStation()
    const other = values()
    const failing: EntityTable = { ...stations, afterWrite: () => Promise.reject(new Error('the related row was not written')) }
    await expect(createRow(failing, other, saver)).rejects.toThrow('the related row was not written')
    await expect(setStatus(failing, id, 'disabled', saver)).rejects.toThrow('the related row was not written')
    expect(await stored(id)).toMatchObject({ enabled: true })
    expect((await server.database.pool.query('SELECT FROM place WHERE code = $1', [other['code']])).rowCount).toBe(0)
  })
})

describe('rows that broke a rule before it was made', () => {
  const broken = async () => {
    const { id } = await addStation()
    await server.database.pool.query(`UPDATE place SET phone = 'see the board' WHERE id = $1`, [id])
    return id
  }

  test('can be disabled and moved, because neither changes the wrong field', async () => {
    const id = await broken()
    await setStatus(stations, id, 'disabled', saver)
    expect(await moveRows(stations, [id], server.organisationId('B'), saver)).toBe(1)
    expect(await stored(id)).toEqual({ organisation_id: server.organisationId('B'), enabled: false })
  })

  test('are refused by their form, which names the field', async () => {
    const id = await broken()
    await expect(changeRow(stations, { id, version: 1 }, { ...values(), phone: 'see the board' }, saver)).rejects.toMatchObject({
      data: { fields: { phone: { en: 'Phone must be a phone number such as 0512-65001001.' } } },
    })
  })

  test('a wrong status is refused', async () => {
    const { id } = await addStation()
    await expect(setStatus(stations, id, 'closed' as 'disabled', saver)).rejects.toMatchObject({ data: { fields: { status: {} } } })
  })
})

test('a sheet with rows of one code names each of them, and the rows that are wrong for another reason', async () => {
  const [first, second, third] = [values(), values(), values({ lat: 100 })]
  const sheet = await sheetOf([first, { ...second, code: first['code'] }, third])
  await expect(
    importSheet(stations, { sheet, organisationId: server.organisationId('A'), timeZone: 'Asia/Shanghai' }, saver),
  ).rejects.toMatchObject({
    data: { rows: [{ row: 3 }, { row: 4, en: 'Latitude must be a number from -90 to 90.' }] },
  })
  expect((await server.database.pool.query('SELECT FROM place WHERE code = $1', [first['code']])).rowCount).toBe(0)
})

test('disabling a refused fence does not ask for its approval again', async () => {
  const { db, pool } = server.database
  const { id } = await db.selectFrom('fence').select('id').orderBy('id').executeTakeFirstOrThrow()
  await pool.query(`UPDATE fence SET status = 'refused' WHERE id = $1`, [id])
  await setStatus(fenceTable, id, 'disabled', saver)
  expect((await pool.query('SELECT FROM fence_approval WHERE fence_id = $1', [id])).rowCount).toBe(0)
})
