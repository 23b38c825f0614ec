import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '@tanker/database/test-database'
import { driver } from '@tanker/contract/base-data/driver'
import { WrongValue } from '@tanker/contract/base-data/fields'
import { hashPassword } from '@tanker/contract/password'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addUser, createBootstrapUsers, resetPassword } from './bootstrap-users.ts'
import { passwordFits } from '../features/access/passwords.ts'
import { verifyChanges } from '../verify-changes.ts'
import { aTruck } from '../platform/http/test-api.ts'
import { importWorld, WorldRefused } from './import-world.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

const worldFolder = join(import.meta.dirname, '../../../fleet/world')
const sheet = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(worldFolder, `${name}.json`), 'utf8'))
const fleetWorld = async () => ({
  organisations: await sheet('organisations'),
  places: await sheet('places'),
  fences: await sheet('fences'),
  drivers: await sheet('drivers'),
  trucks: await sheet('trucks'),
  tankTables: await sheet('tank-tables'),
})
const smallWorld = (changed: object = {}) => ({
  organisations: [
    { name: '集团', code: 'G' },
    { name: '甲', code: 'A', parentCode: 'G' },
  ],
  places: [{ kind: 'station', name: '甲站', code: '1001', companyCode: 'A', address: '苏州', lat: 31, lng: 120 }],
  trucks: [aTruck({ plate: '苏A00001', companyCode: 'A', number: 1 })],
  ...changed,
})
const refusal = async (world: object): Promise<string[]> => {
  const error = await importWorld(database.db, world).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(WorldRefused)
  return (error as WorldRefused).errors.map(({ row, text }) => `${row} ${text.en}`)
}
const count = async (table: string): Promise<number> =>
  Number((await database.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n)

test('the whole world of the virtual fleet is imported, with a state row for every truck', async () => {
  const world = await fleetWorld()
  const counts = await importWorld(database.db, world)
  expect(counts.trucks).toBe((world.trucks as unknown[]).length)
  for (const table of ['organisation', 'place', 'fence', 'driver', 'truck', 'tank_table']) expect(await count(table)).toBeGreaterThan(0)
  expect(await count('truck_state')).toBe(counts.trucks)
  const { rows } = await database.pool.query<{ n: string }>('SELECT count(*) AS n FROM fence WHERE place_id IS NULL AND kind <> $1', [
    'custom',
  ])
  expect(rows[0]?.n).toBe('0')
})

test('ancestors hold the organisation itself and everything above it, the top first', async () => {
  await importWorld(database.db, {
    organisations: [
      { name: 'g', code: 'G' },
      { name: 'a', code: 'A', parentCode: 'G' },
      { name: 'a1', code: 'A1', parentCode: 'A' },
    ],
  })
  const { rows } = await database.pool.query<{ code: string; above: string[] }>(
    `SELECT code, ARRAY(SELECT c.code FROM unnest(organisation.ancestors) WITH ORDINALITY u (id, n) JOIN organisation c ON c.id = u.id ORDER BY n) AS above FROM organisation ORDER BY id`,
  )
  expect(rows.map((row) => row.above)).toEqual([['G'], ['G', 'A'], ['G', 'A', 'A1']])
})

test('organisations may stand in any order; those that are above each other are refused', async () => {
  const [g, a, a1] = [
    { name: 'g', code: 'G' },
    { name: 'a', code: 'A', parentCode: 'G' },
    { name: 'a1', code: 'A1', parentCode: 'A' },
  ]
  expect(await refusal({ organisations: [g, { ...a, parentCode: 'A1' }, a1] })).toEqual([
    '2 There is no organisation with the code A1; add it first.',
    '3 There is no organisation with the code A; add it first.',
  ])
  expect((await importWorld(database.db, { organisations: [a1, a, g] })).organisations).toBe(3)
})

test('every row of a world is in the history, written by the operator, and the chain of the log is whole', async () => {
  const world = await fleetWorld()
  const at = new Date('2026-03-01T00:00:00Z')
  await importWorld(database.db, world, at)
  const { rows } = await database.pool.query<{ entity: string; n: number }>(
    `SELECT entity, count(*)::int AS n FROM change_log
     WHERE action = 'import' AND user_id IS NULL AND user_name = 'terminal' AND at = $1 AND old IS NULL AND organisation_id > 0 GROUP BY entity`,
    [at],
  )
  const places = (kind: string): number => (world.places as { kind: string }[]).filter((place) => place.kind === kind).length
  expect(Object.fromEntries(rows.map(({ entity, n }) => [entity, n]))).toEqual({
    organisation: (world.organisations as unknown[]).length,
    station: places('station'),
    storage: places('depot'),
    park: places('park'),
    service_depot: places('repair'),
    user_enclosure: (world.fences as unknown[]).length,
    driver: (world.drivers as unknown[]).length,
    truck: (world.trucks as unknown[]).length,
    tank_table: (world.tankTables as unknown[]).length,
  })
  expect(await verifyChanges(database.db)).toMatchObject({ kind: 'whole' })
  const fence = await database.pool.query<{ shape: object; new: { shape: string } }>(
    `SELECT f.shape, l.new FROM fence f JOIN change_log l ON l.entity = 'user_enclosure' AND l.row_id = f.id ORDER BY f.id LIMIT 1`,
  )
  expect(JSON.parse(fence.rows[0]?.new.shape ?? '')).toEqual(fence.rows[0]?.shape)
})

test('what a world brings counts at once: fences without approval, tank tables as those of the trucks, default drivers', async () => {
  const world = await fleetWorld()
  await importWorld(database.db, world)
  expect(await count('fence_approval')).toBe(0)
  expect(await count(`fence WHERE status <> 'approved' OR shape IS NULL`)).toBe(0)
  expect(await count(`tank_table WHERE send_state <> 'synced' OR synced_at IS NULL OR organisation_id IS NULL`)).toBe(0)
  const { rows } = await database.pool.query<{ plate: string; code: string }>(
    'SELECT t.plate, d.code FROM truck t JOIN driver d ON d.id = t.driver_id ORDER BY t.plate',
  )
  const given = (world.trucks as { plate: string; defaultDriverCode: string | null }[]).filter((one) => one.defaultDriverCode !== null)
  expect(new Map(rows.map(({ plate, code }) => [plate, code]))).toEqual(
    new Map(given.map(({ plate, defaultDriverCode }) => [plate, defaultDriverCode])),
  )
})

test('a default driver must exist, and drives one truck', async () => {
  const truckOf = (number: number, defaultDriverCode: string) =>
    aTruck({ plate: `苏A0000${number}`, companyCode: 'A', number, defaultDriverCode })
  const drivers = [{ name: '陈', code: '7', companyCode: 'A' }]
  expect(await refusal(smallWorld({ trucks: [truckOf(1, '7'), truckOf(2, '7'), truckOf(3, '8')], drivers }))).toEqual([
    '2 The driver 7 is already the default driver of the truck 苏A00001.',
    '3 There is no driver with the code 8; add the driver first.',
  ])
})

test('all or nothing: one wrong truck, and not even the organisations stay', async () => {
  expect(
    await refusal(
      smallWorld({
        trucks: [aTruck({ plate: '苏A00001', companyCode: 'A', number: 1 }), aTruck({ plate: '苏A00001', companyCode: 'X', number: 2 })],
      }),
    ),
  ).toEqual(['2 There is no organisation with the code X; add it first.'])
  expect(await count('organisation')).toBe(0)
})

describe('[5.2] the rules of the basic data', () => {
  const truck = (changed: object) => smallWorld({ trucks: [{ ...aTruck({ plate: '苏A00001', companyCode: 'A', number: 1 }), ...changed }] })
  const place = (changed: object) =>
    smallWorld({
      places: [{ kind: 'depot', name: '库', code: '1', companyCode: 'A', address: '苏州', contact: '陆', lat: 31, lng: 120, ...changed }],
    })
  test.each([
    ['a plate of at most 10 characters', truck({ plate: '12345678901' }), '1 Plate must have at most 10 characters.'],
    ['a terminal phone of 11 digits', truck({ terminalPhone: '123' }), '1 Terminal phone must be exactly 11 digits.'],
    ['a console code of at most 19', truck({ consoleCode: '1'.repeat(20) }), '1 Console code must be at most 19 digits or letters.'],
    ['a frame number', truck({ frameNumber: undefined }), '1 Frame number must not be empty.'],
    ['a fuel configuration', truck({ products: [], compartments: [] }), '1 Fuel configuration must not be empty.'],
    ['a camera, if it has channels', truck({ cameraChannels: {} }), '1 Please enter at least one camera channel.'],
    [
      'products that the configuration names',
      truck({ products: [{ oilCode: 0, name: '0' }] }),
      '1 The product of compartment 1 is not in the fuel configuration.',
    ],
    ['a station code of exactly 4 digits', place({ kind: 'station', code: '12345' }), '1 Code must be exactly 4 digits.'],
    ['a depot with its manager', place({ contact: null }), '1 Manager must not be empty.'],
    ['an address of at most 150', place({ address: 'x'.repeat(151) }), '1 Address must have at most 150 characters.'],
    ['a name of 1 to 80', place({ name: '' }), '1 Name must not be empty.'],
    [
      'an organisation that is not its own parent',
      { organisations: [{ name: 'x', code: 'X', parentCode: 'X' }] },
      '1 An organisation cannot be its own parent.',
    ],
    [
      'an ID number with its check character',
      smallWorld({ drivers: [{ name: '陈', idNumber: '320113198401099380', code: '1', companyCode: 'A' }] }),
      '1 ID number is incorrect.',
    ],
    [
      'a driver code of at most 7 digits',
      smallWorld({ drivers: [{ name: '陈', code: '12345678', companyCode: 'A' }] }),
      '1 Driver code must be at most 7 digits.',
    ],
    [
      'a tank table that rises',
      smallWorld({
        tankTables: [
          {
            plate: '苏A00001',
            compartment: 1,
            effectiveAt: '2026-01-01T00:00:00Z',
            serialNumber: '1',
            capacityL: 100,
            heightMm: 100,
            rows: [
              [0, 0],
              [50, 50],
              [50, 60],
            ],
          },
        ],
      }),
      '1 Table file line 3: level 50 mm stands in line 2 already.',
    ],
    [
      'a tank table of a compartment that exists',
      smallWorld({
        tankTables: [
          {
            plate: '苏A00001',
            compartment: 9,
            effectiveAt: '2026-01-01T00:00:00Z',
            serialNumber: '1',
            capacityL: 100,
            heightMm: 100,
            rows: [
              [0, 0],
              [100, 100],
            ],
          },
        ],
      }),
      '1 This truck has no compartment 9.',
    ],
    [
      'a fence that is drawn',
      smallWorld({
        fences: [{ kind: 'station', name: 'f', placeName: '甲站', companyCode: 'A', shape: { shape: 'polygon', points: [[120, 31]] } }],
      }),
      '1 Fence area needs at least 3 points.',
    ],
    [
      'a fence around a place that exists',
      smallWorld({
        fences: [
          { kind: 'station', name: 'f', placeName: '乙站', companyCode: 'A', shape: { shape: 'circle', lat: 31, lng: 120, radiusM: 100 } },
        ],
      }),
      '1 There is no place called 乙站 of this kind; add it first.',
    ],
  ])('asks for %s', async (_, world, error) => {
    expect(await refusal(world)).toEqual([error])
  })

  test("a station's name is unique under its organisation, other names within the tenant", async () => {
    const station = (companyCode: string, code: string) => ({
      kind: 'station',
      name: '东站',
      code,
      companyCode,
      address: 'x',
      lat: 31,
      lng: 120,
    })
    const organisations = [
      { name: 'g', code: 'G' },
      { name: 'a', code: 'A', parentCode: 'G' },
      { name: 'b', code: 'B', parentCode: 'G' },
    ]
    expect(await refusal({ organisations, places: [station('A', '1001'), station('A', '1002')] })).toEqual([
      '2 A station of this name exists already under the organisation; choose another. (东站)',
    ])
    const park = (companyCode: string, code: string) => ({ ...station(companyCode, code), kind: 'park' })
    expect(await refusal({ organisations, places: [park('A', '1'), park('B', '2')] })).toEqual([
      '2 This name exists already; choose another. (东站)',
    ])
    await importWorld(database.db, { organisations, places: [station('A', '1001'), station('B', '1002')] })
  })

  test('a name or code that is in the database already is refused as one that is twice in the sheet', async () => {
    await importWorld(database.db, smallWorld())
    expect(
      await refusal({ trucks: [{ ...aTruck({ plate: '苏A00009', companyCode: 'A', number: 9 }), consoleCode: '250800001' }] }),
    ).toEqual(['1 This console code exists already; choose another. (250800001)'])
  })

  test('ID numbers may end in X', () => {
    expect(driver.fields.idNumber.read('32111119980409995x')).toBe('32111119980409995X')
    expect(driver.fields.idNumber.read('321111199804099951')).toBeInstanceOf(WrongValue)
  })
})

describe('the first sign-ins', () => {
  const stored = async (userName: string) =>
    (await database.db.selectFrom('app_user').where('user_name', '=', userName).select('password_hash').executeTakeFirstOrThrow())
      .password_hash

  test('an administrator, a dispatcher for each carrier, a customer and the water-truck account, with unique passwords', async () => {
    await importWorld(database.db, await fleetWorld())
    const users = await createBootstrapUsers(database.db)
    expect(users.map((user) => `${user.userName} ${user.roleName}`)).toEqual([
      'admin 管理员',
      'admin2 管理员',
      'dispatcher1 调度员',
      'dispatcher2 调度员',
      'customer 客户',
      'watertruck 园林局用户',
    ])
    for (const { userName, password } of users) {
      expect(password).toMatch(/^[2-9a-zA-Z]{16}$/)
      expect(await passwordFits(await stored(userName), hashPassword(userName, password))).toBe(true)
    }
    expect(new Set(users.map((user) => user.password)).size).toBe(users.length)
  })

  test('in an empty database an organisation and its administrator', async () => {
    expect((await createBootstrapUsers(database.db)).map((user) => `${user.userName} ${user.companyName}`)).toEqual(['admin 我的组织'])
  })

  test('[L16] users are added and passwords reset from the terminal; problems are reported', async () => {
    const [admin] = await createBootstrapUsers(database.db)
    const added = await addUser(database.db, { userName: 'Zoe', companyCode: '1', roleName: '调度员' })
    expect(added.kind).toBe('added')
    expect(await addUser(database.db, { userName: 'zoe', companyCode: '1', roleName: '调度员' })).toMatchObject({
      kind: 'refused',
      reason: { en: 'This user name exists already; choose another.' },
    })
    expect(await addUser(database.db, { userName: 'yan', companyCode: '1', roleName: '?' })).toMatchObject({
      kind: 'refused',
      reason: { en: 'There is no role called ?; add it first.' },
    })
    const mustChange = async (): Promise<string[]> =>
      (await database.db.selectFrom('app_user').where('must_change_password', '=', true).select('user_name').orderBy('id').execute()).map(
        (row) => row.user_name,
      )
    // [L16] Passwords generated at the first start need not be changed; those set by an administrator must be.
    expect(await mustChange()).toEqual(['Zoe'])
    const password = await resetPassword(database.db, 'ADMIN', { andSecondFactor: false })
    expect(await mustChange()).toEqual(['admin', 'Zoe'])
    expect(await passwordFits(await stored('admin'), hashPassword('admin', password ?? ''))).toBe(true)
    expect(await passwordFits(await stored('admin'), hashPassword('admin', admin?.password ?? ''))).toBe(false)
    expect(await resetPassword(database.db, 'unknown', { andSecondFactor: false })).toBeNull()
  })
})
