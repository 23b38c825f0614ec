import { read as readBook, utils } from '@e965/xlsx'
import type { EntityHistory, EntityRow, RefusedRows } from '@tanker/contract/base-data/calls'
import { newCompartment, compartmentsValue } from '@tanker/contract/base-data/compartments'
import type { CurrentTankTables } from '@tanker/contract/base-data/current-tank-tables'
import { truck } from '@tanker/contract/base-data/truck'
import type { ReportRows } from '@tanker/contract/report-view'
import { EMPTYING_MODES, SPEED_SOURCES, UNLOADING_MODES, TRUCK_MODELS } from '@tanker/domain/trucks/truck-choices'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyChanges } from '../../verify-changes.ts'
import { type Answer, type SignedIn, startGrantedApi, type TestApi } from '../../platform/http/test-api.ts'
import { importWorld } from '../../world/import-world.ts'

let server: TestApi
let admin: SignedIn
let anna: SignedIn
let ben: SignedIn
beforeAll(async () => {
  ;({ server, admin, anna, ben } = await startGrantedApi())
}, 30_000)
afterAll(() => server.close())

type Form = Record<string, string | number>
type Refused = { fields: Record<string, { zh: string; en: string }> }

const path = '/baseData/truck'
let number = 0
const next = (): number => (number += 1)

/** Every field of the form. */
const formOf = (more: Form = {}): Form => {
  const n = next()
  return {
    plate: `苏T${String(n).padStart(5, '0')}`,
    consoleCode: `27${String(n).padStart(8, '0')}`,
    terminalPhone: String(13_700_000_000 + n),
    terminalId: `TK${n}`,
    secondTerminal: `S${n}`,
    organisationId: server.organisationId('A'),
    model: 'special',
    plateColour: 'green',
    bodyColour: '银灰色',
    frameNumber: `LRD${n}`,
    country: '中国',
    city: '南京市',
    district: '栖霞区',
    timeZone: '540',
    deadweightKg: 17_800,
    lengthMm: 11_900,
    trailerCount: 1,
    status: 'enabled',
    capacityL: 16_946.5,
    compartments: compartmentsValue([
      { ...newCompartment(2, 7786.5, 0), inflationRate: 0.04 },
      { ...newCompartment(1, 9160, 92), expansionRate: 0.00125, blindLevelMm: 35 },
    ]),
    channelCount: 4,
    cameraApi: 3,
    cameraSubsea: 2,
    cameraManhole: 4,
    cameraCab: 1,
    flowMeterCount: 2,
    parkingMode: 'acc',
    speedSource: 'device',
    unloadingMode: 'level-change',
    emptyingMode: 'timer',
    ...more,
  }
}
const create = (user: SignedIn, form: Form, headers: Record<string, string> = {}) => user.send<EntityRow>('POST', path, form, headers)
const created = async (more: Form = {}): Promise<EntityRow> => {
  const answer = await create(anna, formOf(more))
  expect(answer.message).toBe('')
  return answer.data
}
const given = (values: EntityRow['values']): Form =>
  Object.fromEntries(Object.entries(values).filter((one): one is [string, string | number] => one[1] !== null && one[1] !== ''))
const change = (user: SignedIn, { id, version, values }: EntityRow, more: Form) =>
  user.send<EntityRow>('PUT', path, { ...given(values), id, version, ...more })
const refusedAt = (answer: Answer) => (answer as Answer<Refused>).data.fields
const without = (form: Form, ...names: string[]): Form => Object.fromEntries(Object.entries(form).filter(([name]) => !names.includes(name)))
const count = async (): Promise<number> =>
  Number((await server.database.pool.query<{ n: string }>('SELECT count(*) AS n FROM truck')).rows[0]?.n)
const listOf = async (user: SignedIn, code = 'G', filters: object = {}): Promise<ReportRows['content']> => {
  const scope = { organisationIds: [server.organisationId(code)] }
  const answer = await user.get<ReportRows>('/reports/setting/base_data/truck/rows', {
    filters: JSON.stringify({ scope, ...filters }),
    size: 200,
  })
  expect(answer.message).toBe('')
  return answer.data.content
}

describe('the form', () => {
  test('[3.5-01] [3.5-05] a truck is added with every field, read back unchanged, and listed with compartment count and parent organisation', async () => {
    const form = formOf({ organisationId: server.organisationId('A1') })
    const { data } = await create(anna, form)
    expect(data).toMatchObject({ version: 1, values: form })
    expect(Object.keys(data.values)).toEqual(Object.keys(truck.fields))
    expect((await anna.get<EntityRow>(path, { id: data.id })).data).toEqual(data)
    const { rows } = await server.database.pool.query('SELECT camera_channels, zone_offset_minutes FROM truck WHERE id = $1', [data.id])
    expect(rows).toEqual([{ camera_channels: ['cab', 'subsea', 'api', 'manhole'], zone_offset_minutes: 540 }])
    const listed = (await listOf(anna, 'A')).find((row) => row['id'] === String(data.id))
    expect(listed).toMatchObject({
      plate: { truckId: data.id, plate: form['plate'] },
      compartmentCount: 2,
      compartments: '1: 92#汽油 9160 L; 2: 0#柴油 7786.5 L',
      organisation: '甲客户',
      parent: '甲运输',
      timeZone: '540',
      cameraApi: 3,
      cameraCab: 1,
      status: 'enabled',
    })
  })

  test('[3.5-04] [3.5-05] [3.5-06] [3.5-07] the choices are those of the specification, in both languages', () => {
    const choicesOf = (name: keyof typeof truck.fields) => truck.fields[name].choices.map(({ label }) => label)
    expect(choicesOf('model')).toEqual(TRUCK_MODELS)
    expect(choicesOf('speedSource')).toEqual(Object.values(SPEED_SOURCES))
    expect(choicesOf('speedSource').map(({ en }) => en)).toEqual(['GPS', 'Device'])
    expect(choicesOf('unloadingMode')).toEqual(Object.values(UNLOADING_MODES))
    expect(choicesOf('unloadingMode').map(({ en }) => en)).toEqual(['API', 'Level change'])
    expect(choicesOf('emptyingMode')).toEqual(Object.values(EMPTYING_MODES))
    expect(choicesOf('emptyingMode').map(({ en }) => en)).toEqual(['Fence', 'Timer'])
    const cameras = (['cameraApi', 'cameraSubsea', 'cameraManhole', 'cameraCab'] as const).map((name) => truck.fields[name].label.en)
    expect(cameras).toEqual(['API camera channel', 'Bottom valve camera channel', 'Manhole camera channel', 'Cab camera channel'])
  })

  test('[5.2-14] organisation, model, country, channels, frame number, capacity, fuel configuration and a camera channel are required', async () => {
    const required = ['organisationId', 'model', 'country', 'channelCount', 'frameNumber', 'capacityL', 'compartments']
    const refused = refusedAt(await create(anna, without(formOf(), ...required)))
    expect(Object.keys(refused).toSorted()).toEqual(required.toSorted())
    for (const name of required) {
      expect(refused[name]?.zh).toMatch(/不能为空。$/)
      expect(refused[name]?.en).toMatch(/ must not be empty\.$/)
    }
    const blind = without(formOf(), 'cameraApi', 'cameraSubsea', 'cameraManhole', 'cameraCab')
    expect(refusedAt(await create(anna, blind))).toEqual({
      cameraApi: { zh: '请至少指定一个摄像头通道。', en: 'Please enter at least one camera channel.' },
    })
    // A truck without channels needs no camera channel.
    expect((await create(anna, { ...blind, channelCount: 0 })).resultCode).toBe(200)
  })

  test.each([
    ['[5.2-01] a plate', { plate: '苏A1234567890' }, 'plate', '车牌号最多 10 个字。', 'Plate must have at most 10 characters.'],
    [
      '[5.2-03] a terminal phone',
      { terminalPhone: '1380000000' },
      'terminalPhone',
      '终端手机号应为 11 位数字。',
      'Terminal phone must be exactly 11 digits.',
    ],
    [
      '[5.2-03] a terminal phone with letters',
      { terminalPhone: '1380000000a' },
      'terminalPhone',
      '终端手机号应为 11 位数字。',
      'Terminal phone must be exactly 11 digits.',
    ],
    [
      '[5.2-07] a console code',
      { consoleCode: '1'.repeat(20) },
      'consoleCode',
      '主机编号应为最多 19 位数字或字母。',
      'Console code must be at most 19 digits or letters.',
    ],
    [
      'a capacity',
      { capacityL: 0 },
      'capacityL',
      '总容量（L）应为 1 到 200000 的数字。',
      'Capacity (L) must be a number from 1 to 200000.',
    ],
    ['a channel beyond those there are', { channelCount: 3 }, 'cameraManhole', '该车只有 3 个通道。', 'This truck has 3 channels only.'],
    ['one channel for two cameras', { cameraApi: 1 }, 'cameraCab', '通道 1 已被占用。', 'Channel 1 is already in use.'],
    [
      'a compartment that is named twice',
      { compartments: '1,9000,92;1,8000,0' },
      'compartments',
      '油品配置中 1 号仓重复。',
      'Fuel configuration names compartment 1 twice.',
    ],
    [
      'a compartment without litres',
      { compartments: '1,0,92' },
      'compartments',
      '油品配置第 1 行的容量应为 1 到 100000 的数字。',
      'Fuel configuration row 1: the capacity must be a number from 1 to 100000.',
    ],
    [
      'an eleventh compartment',
      { compartments: Array.from({ length: 11 }, (_, i) => `${i + 1},1,92`).join(';') },
      'compartments',
      '油品配置最多 10 个仓。',
      'Fuel configuration must have at most 10 compartments.',
    ],
  ] as const)('%s is reported at its field in both languages', async (_, wrong, field, zh, en) => {
    expect(refusedAt(await create(anna, formOf(wrong)))).toEqual({ [field]: { zh, en } })
  })

  test('[5.2-02] [5.2-10] plate, console code and terminal phone are each unique, for two who save at once and across tenants', async () => {
    const words = {
      plate: { zh: '该车牌号已存在，请换一个。', en: 'This plate exists already; choose another.' },
      consoleCode: { zh: '该主机编号已存在，请换一个。', en: 'This console code exists already; choose another.' },
      terminalPhone: { zh: '该终端手机号已存在，请换一个。', en: 'This terminal phone exists already; choose another.' },
    }
    for (const [field, message] of Object.entries(words)) {
      const [a, b] = [formOf(), formOf({ organisationId: server.organisationId('B') })]
      const answers = await Promise.all([create(anna, a), create(ben, { ...b, [field]: a[field] ?? '' })])
      expect(answers.map(({ resultCode }) => resultCode).toSorted()).toEqual([200, 400])
      expect(refusedAt(answers.find(({ resultCode }) => resultCode === 400) as Answer)).toEqual({ [field]: message })
      const other = await created()
      const taken = await created()
      expect(refusedAt(await change(anna, other, { [field]: String(taken.values[field]) }))).toEqual({ [field]: message })
    }
  })

  test('of two changes of one truck one is saved; the other is refused with the current truck, its compartments and who changed it', async () => {
    const row = await created()
    const compartments = compartmentsValue([newCompartment(1, 9160, 95)])
    const answers = await Promise.all([change(anna, row, { compartments }), change(admin, row, { compartments: '1,9160,98' })])
    const loser = answers.find(({ resultCode }) => resultCode !== 200) as unknown as Answer<{ current: EntityRow; by: string }>
    const winner = answers.find(({ resultCode }) => resultCode === 200)
    expect(loser.resultCode).toBe(409)
    expect(loser.data.current).toEqual(winner?.data)
    expect(loser.data.by).toMatch(/^(anna|admin)$/)
  })

  test('saving unchanged values changes nothing and adds no history', async () => {
    const row = await created()
    expect((await change(anna, row, {})).data).toEqual(row)
    expect((await anna.get<EntityHistory>(`${path}/history`, { id: row.id })).data).toHaveLength(1)
  })

  test('the history shows old and new compartments in words', async () => {
    const row = await created({ compartments: '1,9160,92' })
    await change(admin, row, { compartments: '1,9160,0', emptyingMode: 'fence' })
    const [last] = (await anna.get<EntityHistory>(`${path}/history`, { id: row.id })).data
    expect(last).toMatchObject({
      userName: 'admin',
      changes: [
        { field: 'compartments', before: '1仓 92#汽油 9160 L（0.0012，0.05，40 mm）', after: '1仓 0#柴油 9160 L（0.0008，0.05，40 mm）' },
        { field: 'emptyingMode', label: '排空判断方式', before: '定时', after: '离开围栏' },
      ],
    })
    expect((await verifyChanges(server.database.db)).kind).toBe('whole')
  })
})

test('a truck that has reported or is referred to cannot be deleted; any other is deleted with all its data', async () => {
  const row = await created()
  const { pool } = server.database
  await pool.query('UPDATE truck_state SET last_at = $1 WHERE truck_id = $2', ['2026-03-01T00:00:00Z', row.id])
  expect(await anna.send('DELETE', path, { id: row.id }, { language: 'en' })).toMatchObject({
    resultCode: 409,
    message: expect.stringContaining('readings up to 2026-03-01'),
  })
  await pool.query('UPDATE truck_state SET last_at = NULL WHERE truck_id = $1', [row.id])
  await anna.send('POST', '/baseData/device', { name: '主机T', code: 'T1', organisationId: server.organisationId('A'), truckId: row.id })
  expect((await anna.send('DELETE', path, { id: row.id })).message).toContain('设备 主机T')
  await pool.query('DELETE FROM installed_device WHERE truck_id = $1', [row.id])
  expect((await anna.send('DELETE', path, { id: row.id })).resultCode).toBe(200)
  for (const table of ['compartment', 'truck_state'])
    expect((await pool.query(`SELECT FROM ${table} WHERE truck_id = $1`, [row.id])).rowCount).toBe(0)
})

test('foreign trucks are answered exactly like unknown ones and cannot be moved, nor can trucks be moved to a foreign organisation', async () => {
  const row = await created()
  const answersOf = async (id: number) =>
    (
      await Promise.all([
        ben.get(path, { id }),
        ben.get(`${path}/history`, { id }),
        ben.get(`${path}/tankTables`, { id }),
        change(ben, { ...row, id }, { city: 'x' }),
        ben.send('PUT', `${path}/status`, { id, status: 'disabled' }),
        ben.send('PUT', `${path}/organisation`, { truckIds: String(id), organisationId: server.organisationId('B') }),
        ben.send('DELETE', path, { id }),
      ])
    ).map(({ resultCode, message, data }) => ({ resultCode, message, data }))
  expect(await answersOf(row.id)).toEqual(await answersOf(2_000_000_000))
  const away = await anna.send('PUT', `${path}/organisation`, { truckIds: String(row.id), organisationId: server.organisationId('B') })
  expect(refusedAt(away)).toHaveProperty('organisationId')
  expect((await anna.get<EntityRow>(path, { id: row.id })).data).toEqual(row)
})

test('[6-05] a demo account can read trucks and changes none', async () => {
  const demo = await server.signIn('demo')
  const row = await created()
  expect((await demo.get(path, { id: row.id })).resultCode).toBe(200)
  expect((await create(demo, formOf())).resultCode).toBe(401)
  expect(
    (await demo.send('PUT', `${path}/organisation`, { truckIds: String(row.id), organisationId: server.organisationId('A1') })).resultCode,
  ).toBe(401)
})

test('selected trucks are moved to another organisation, all or none, each with its history', async () => {
  const rows = [await created(), await created(), await created({ organisationId: server.organisationId('A1') })]
  const ids = rows.map(({ id }) => id).join(',')
  const to = (truckIds: string) =>
    anna.send<{ moved: number }>('PUT', `${path}/organisation`, { truckIds, organisationId: server.organisationId('A1') })
  const foreign = await to(`${ids},${server.truckId('苏B00001')}`)
  expect(foreign.resultCode).toBe(400)
  const organisations = async () =>
    Promise.all(rows.map(async ({ id }) => (await anna.get<EntityRow>(path, { id })).data.values['organisationId']))
  expect(await organisations()).toEqual(rows.map(({ values }) => values['organisationId']))
  expect((await to(ids)).data).toEqual({ moved: 2 })
  expect(await organisations()).toEqual(rows.map(() => server.organisationId('A1')))
  const history = (await anna.get<EntityHistory>(`${path}/history`, { id: rows[0]?.id ?? 0 })).data
  expect(history[0]?.changes).toEqual([{ field: 'organisationId', label: '所属组织', before: '甲运输', after: '甲客户' }])
  expect((await anna.get<EntityHistory>(`${path}/history`, { id: rows[2]?.id ?? 0 })).data).toHaveLength(1)
})

test('a truck moved out of its driver’s organisation loses its default driver', async () => {
  const row = await created()
  const { data: driver } = await anna.send<EntityRow>('POST', '/baseData/driver', {
    name: '李建国',
    code: '900',
    organisationId: server.organisationId('A'),
    defaultTruckId: row.id,
  })
  await admin.send('PUT', `${path}/organisation`, { truckIds: row.id, organisationId: server.organisationId('A1') })
  expect((await anna.get<EntityRow>('/baseData/driver', { id: driver.id })).data.values['defaultTruckId']).toBe(row.id)
  await admin.send('PUT', `${path}/organisation`, { truckIds: row.id, organisationId: server.organisationId('B') })
  expect((await anna.get<EntityRow>('/baseData/driver', { id: driver.id })).data.values['defaultTruckId']).toBeNull()
  expect(JSON.stringify(await listOf(ben, 'B'))).not.toContain('李建国')
})

test('the form shows the tank table in force for each compartment, no past or future one', async () => {
  const row = await created()
  const table = (compartment: number, effectiveAt: string, serialNumber: string) => ({
    plate: row.values['plate'],
    compartment,
    serialNumber,
    effectiveAt,
    capacityL: 9160,
    heightMm: 1800,
    rows: [
      [0, 0],
      [1800, 9160],
    ],
  })
  await server.database.db.transaction().execute((db) =>
    importWorld(db, {
      tankTables: [
        table(1, '2024-01-01T00:00:00Z', 'old'),
        table(1, '2025-01-01T00:00:00Z', 'now'),
        table(1, '2999-01-01T00:00:00Z', 'then'),
      ],
    }),
  )
  expect((await anna.get<CurrentTankTables>(`${path}/tankTables`, { id: row.id })).data).toEqual([
    { compartment: 1, serial: 'now', effectiveAt: '2025-01-01T00:00:00.000Z', capacityL: 9160, tankHeightMm: 1800, rows: 2 },
  ])
})

describe('[5.2-21] [5.2-22] the import', () => {
  const headings = Object.values(truck.fields)
    .filter(({ kind }) => kind !== 'organisation')
    .map(({ label }) => label.zh)
  const uploadOf = async (bytes: Uint8Array) => {
    const body = new FormData()
    body.append('file', new File([new Uint8Array(bytes)], 'sheet.xlsx'))
    const headers = { cookie: anna.cookie, 'header-id': anna.headerId }
    const response = await fetch(`${server.url}/api${path}/import?organisationId=${server.organisationId('A')}`, {
      method: 'POST',
      headers,
      body,
    })
    return (await response.json()) as { resultCode: number; data: RefusedRows & { created: number } }
  }
  const importOf = async (rows: readonly Form[]) => {
    const data = rows.map((row) =>
      Object.fromEntries(Object.entries(truck.fields).map(([name, { label }]) => [label.zh, (row[name] ?? '') as string])),
    )
    return uploadOf(await writeXlsx({ sheets: [{ name: 'x', columns: headings.map((header) => ({ header, key: header })), data }] }))
  }

  test('adds trucks with their compartments, cameras and modes to the chosen organisation', async () => {
    const form = formOf({ compartments: '2，7786，0；1,9160,92,0.0013,0.06,30' })
    expect((await importOf([{ ...form, model: '特种车', timeZone: 'UTC+9', speedSource: '设备' }])).data).toEqual({ created: 1 })
    const listed = (await listOf(anna, 'A', { search: String(form['plate']) }))[0]
    const { data } = await anna.get<EntityRow>(path, { id: String(listed?.['id']) })
    expect(data.values).toMatchObject({
      ...form,
      compartments: compartmentsValue([
        { ...newCompartment(1, 9160, 92), expansionRate: 0.0013, inflationRate: 0.06, blindLevelMm: 30 },
        newCompartment(2, 7786, 0),
      ]),
    })
    expect((await server.database.pool.query('SELECT FROM truck_state WHERE truck_id = $1', [data.id])).rowCount).toBe(1)
  })

  test('adds no row when one is wrong, and reports the problem of each', async () => {
    const before = await count()
    const [good, taken] = [formOf(), await created()]
    const answer = await importOf([
      good,
      formOf({ terminalPhone: '123' }),
      formOf({ compartments: '一仓' }),
      formOf({ cameraApi: 7 }),
      formOf({ plate: String(taken.values['plate']) }),
      { ...formOf(), consoleCode: good['consoleCode'] ?? '' },
    ])
    expect(answer.resultCode).toBe(400)
    expect(answer.data.rows.map(({ row, zh }) => [row, zh])).toEqual([
      [3, '终端手机号应为 11 位数字。'],
      [4, '油品配置格式应为“仓号,容量,油品代码”，多个仓用分号隔开，如 1,9160,92; 2,7786,0。'],
      [5, '该车只有 4 个通道。'],
      [6, '该车牌号已存在，请换一个。'],
      [7, '该主机编号已存在，请换一个。'],
    ])
    expect(await count()).toBe(before + 1)
  })

  test.each(['zh', 'en'] as const)('the template in %s can be imported unchanged', async (language) => {
    const response = await fetch(`${server.url}/api${path}/template`, {
      method: 'POST',
      headers: { cookie: anna.cookie, 'header-id': anna.headerId, language, 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const book = readBook(bytes)
    const lines = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
    expect(lines[0]).toContain(`${truck.fields.compartments.label[language]} *`)
    expect((await uploadOf(bytes)).data).toEqual({ created: 1 })
    await server.database.pool.query('DELETE FROM truck WHERE plate = $1', [truck.fields.plate.example])
  })
})

test('the list is searched by plate, console and phone, and filtered by model and status; a disabled truck stays in it', async () => {
  const row = await created({ model: 'refrigerated' })
  const ids = async (filters: object) => (await listOf(anna, 'A', filters)).map(({ id }) => id)
  for (const field of ['plate', 'consoleCode', 'terminalPhone'])
    expect(await ids({ search: String(row.values[field]) })).toEqual([String(row.id)])
  expect(await ids({ model: ['refrigerated'] })).toEqual([String(row.id)])
  await anna.send('PUT', `${path}/status`, { id: row.id, status: 'disabled' })
  expect(await ids({ status: ['disabled'] })).toEqual([String(row.id)])
  expect((await anna.get<{ truckId: number[] }>('/trucks/live')).data.truckId).not.toContain(row.id)
})
