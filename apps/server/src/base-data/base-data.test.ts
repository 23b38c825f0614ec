import { maskedValues } from '@tanker/contract/base-data/masked-fields'
import { read as readBook, utils, write as writeBook } from '@e965/xlsx'
import { ALL_ENTITIES } from '@tanker/contract/base-data/all-entities'
import type { EntityHistory, EntityRow, RefusedRows } from '@tanker/contract/base-data/calls'
import type { Entity } from '@tanker/contract/base-data/define-entity'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type SignedIn, startGrantedApi, type TestApi } from '../platform/http/test-api.ts'
import { tableOf } from '../app.ts'

let server: TestApi
let admin: SignedIn
let anna: SignedIn
let ben: SignedIn
beforeAll(async () => {
  ;({ server, admin, anna, ben } = await startGrantedApi())
}, 30_000)
afterAll(() => server.close())

type BookFiles = { readonly files: Readonly<Record<string, { readonly content: Uint8Array }>> }

type Form = Record<string, string | number>
type Refused = Answer<{ fields?: Record<string, { zh: string; en: string }> } | null>

/** Valid values of every entity; `n` makes names and codes unique. */
const formOf = (entity: Entity, n: number, companyCode = 'A'): Form => {
  const own: Record<string, Form> = {
    station: { code: String(2000 + n) },
    storage: { code: `D${n}`, manager: '陆' },
    park: { code: `P${n}`, parkType: 'service-area', contact: '钱' },
    service_depot: { code: `R${n}` },
    repair_card: { code: `C${n}`, authority: '厂', issuedOn: '2026-01-05', expiresOn: '2027-01-05', remark: '备' },
    device: {
      code: `E${n}`,
      deviceType: 'gauge',
      manufacturer: '厂',
      installedOn: '2026-01-05',
      site: '罐顶',
      quantity: 2,
      truckType: 'special',
    },
    user_enclosure: {
      kind: 'custom',
      address: '南环路',
      speedLimitKmh: 30,
      shape: '{"shape":"circle","lng":120.62,"lat":31.31,"radiusM":200}',
    },
    phone_number: { phone: String(13_900_000_000 + n), kinds: 'seal,driving', quietFrom: '22:00', quietTo: '07:00' },
    driver: { code: String(n), sex: 'female', idNumber: '320113198401099389', birthday: '1984-01-09' },
  }
  const places = ['station', 'storage', 'park', 'service_depot']
  const place = { shortName: `简称${n}`, address: '苏州市星湖街1号', phone: '0512-65001001', lng: 120.621034, lat: 31.318772 }
  return {
    name: `名称${n}`,
    ...(places.includes(entity.key) ? place : {}),
    ...own[entity.key],
    organisationId: server.organisationId(companyCode),
  }
}

let number = 10
const next = (): number => (number += 1)

/** Entities whose rows need more than a name, a code and an organisation; tested in their own files. */
const OWN_TESTS: ReadonlySet<string> = new Set([
  'truck',
  'organisation',
  'user',
  'tank_table',
  'atg_tank_table',
  'exemption',
  'upgrade_file',
])

describe.each(ALL_ENTITIES.filter(({ key }) => !OWN_TESTS.has(key)).map((entity) => [entity.key, entity] as const))('%s', (key, entity) => {
  const path = `/baseData/${key}`
  /** The field that identifies a row. */
  const known = 'code' in entity.fields ? 'code' : 'name'
  const create = (user: SignedIn, form: Form, headers: Record<string, string> = {}) => user.send<EntityRow>('POST', path, form, headers)
  const created = async (user: SignedIn = anna, more: Form = {}): Promise<EntityRow> => {
    const answer = await create(user, { ...formOf(entity, next()), ...more })
    expect(answer.message).toBe('')
    return answer.data
  }
  const change = (user: SignedIn, { id, version, values }: EntityRow, more: Form) =>
    user.send<EntityRow>('PUT', path, { ...given(values), id, version, ...more })
  const historyOf = async (user: SignedIn, { id }: EntityRow, language = 'en') =>
    (await user.get<EntityHistory>(`${path}/history`, { id }, { language })).data

  test('[3.6-02] [3.6-03] [3.6-04] [3.6-05] [3.6-07] [3.6-11] a row is added with every field of the declaration, and read back unchanged', async () => {
    const form = formOf(entity, next())
    const { data, resultCode } = await create(anna, form)
    expect(resultCode).toBe(200)
    expect(data.version).toBe(1)
    expect(data.values).toMatchObject({ ...maskedValues(entity.fields, form), status: 'enabled' })
    expect(Object.keys(data.values)).toEqual(Object.keys(entity.fields))
    expect((await anna.get<EntityRow>(path, { id: data.id })).data).toEqual(data)
  })

  test('every rule of the declaration reports at its field, in both languages', async () => {
    const tooLong = (name: string): string => '字'.repeat((entity.fields[name]?.maxLength ?? 0) + 1)
    const wrong: Form = {}
    const expected: Record<string, { zh: string; en: string }> = {}
    const sentence = (name: string, zh: string, en: string) => {
      const label = entity.fields[name]?.label ?? { zh: '', en: '' }
      expected[name] = { zh: `${label.zh}${zh}。`, en: `${label.en} ${en}.` }
    }
    for (const [name, field] of Object.entries(entity.fields)) {
      if (field.kind === 'shape')
        sentence(name, '尚未绘制，请先在地图上绘制围栏', 'has not been drawn; please draw the fence on the map first')
      else if (field.required) sentence(name, '不能为空', 'must not be empty')
      else if (field.kind === 'choice' || field.kind === 'number') wrong[name] = 'unheard-of'
      else if (field.kind === 'day') wrong[name] = '2026-02-30'
      else wrong[name] = tooLong(name)
    }
    const { data, resultCode } = (await create(anna, wrong)) as unknown as Refused
    expect(resultCode).toBe(400)
    expect(data?.fields).toMatchObject(expected)
    // One message per wrong field, with different texts in both languages.
    expect(Object.keys(data?.fields ?? {}).toSorted()).toEqual([...Object.keys(expected), ...Object.keys(wrong)].toSorted())
    for (const { zh, en } of Object.values(data?.fields ?? {})) expect(zh).not.toBe(en)
    expect((await create(anna, wrong)).message).toContain('不能为空。')
    expect((await create(anna, wrong, { language: 'en' })).message).toContain('must not be empty.')
  })

  test('[5.2-10] [5.2-12] [8.3-19] [8.3-21] of two who add the same at once one is refused with the message at the taken field', async () => {
    for (const { field, text } of entity.unique) {
      const [a, b] = [formOf(entity, next()), formOf(entity, next())]
      const same = { ...b, [field]: a[field] ?? '' }
      const answers = (await Promise.all([create(anna, a), create(anna, same)])) as unknown as Refused[]
      expect(answers.map(({ resultCode }) => resultCode).toSorted()).toEqual([200, 400])
      expect(answers.find(({ resultCode }) => resultCode === 400)?.data).toEqual({ fields: { [field]: text } })
    }
  })

  test('a taken name is refused in a change as well', async () => {
    const [one, other] = [await created(), await created()]
    const field = entity.unique[0]?.field ?? ''
    const answer = (await change(anna, one, { [field]: other.values[field] ?? '' })) as unknown as Refused
    expect(answer.data).toEqual({ fields: { [field]: entity.unique[0]?.text } })
  })

  test('of two concurrent changes of one row one is saved; the other is refused with the current row and who changed it', async () => {
    const row = await created()
    const answers = await Promise.all([change(anna, row, { name: `甲${row.id}` }), change(admin, row, { name: `乙${row.id}` })])
    const winner = answers.findIndex(({ resultCode }) => resultCode === 200)
    const loser = answers[1 - winner] as unknown as Answer<{ current: EntityRow; by: string }>
    expect(loser.resultCode).toBe(409)
    expect(loser.data).toEqual({ by: ['anna', 'admin'][winner], current: answers[winner]?.data })
    expect(loser.data.current.version).toBe(2)
    // With the current version the change is saved.
    expect((await change(anna, { ...row, version: 2 }, { name: `丙${row.id}` })).data.values['name']).toBe(`丙${row.id}`)
  })

  test('[4.5-01] a row is disabled and enabled again; repeating it changes nothing', async () => {
    const { id } = await created()
    const to = async (status: string) => (await anna.send<EntityRow>('PUT', `${path}/status`, { id, status })).data
    expect(await to('disabled')).toMatchObject({ version: 2, values: { status: 'disabled' } })
    expect(await to('disabled')).toMatchObject({ version: 2, values: { status: 'disabled' } })
    expect(await to('enabled')).toMatchObject({ version: 3, values: { status: 'enabled' } })
  })

  test('a row that nothing refers to is deleted', async () => {
    const row = await created()
    expect((await anna.send('DELETE', path, { id: row.id })).resultCode).toBe(200)
    expect(await anna.get(path, { id: row.id })).toMatchObject({ resultCode: 400, message: '没有找到该记录，请刷新列表。' })
  })

  test('a row of another organisation is answered exactly like an unknown one, and a foreign organisation is refused', async () => {
    const row = await created()
    const unknown = { ...row, id: 2_000_000_000 }
    const actions = (user: SignedIn, one: EntityRow) => [
      user.get(path, { id: one.id }),
      user.get(`${path}/history`, { id: one.id }),
      change(user, one, { name: 'x' }),
      user.send('PUT', `${path}/status`, { id: one.id, status: 'disabled' }),
      user.send('DELETE', path, { id: one.id }),
    ]
    const answersOf = async (user: SignedIn, one: EntityRow) =>
      (await Promise.all(actions(user, one))).map(({ resultCode, message, data }) => ({ resultCode, message, data }))
    const foreign = await answersOf(ben, row)
    expect(foreign).toEqual(await answersOf(ben, unknown))
    expect(new Set(foreign.map(({ resultCode }) => resultCode))).toEqual(new Set([400]))
    expect((await anna.get<EntityRow>(path, { id: row.id })).data).toEqual(row)
    for (const organisationId of [server.organisationId('B'), server.organisationId('G'), 2_000_000_000]) {
      const refused = (await create(anna, { ...formOf(entity, next()), organisationId })) as unknown as Refused
      expect(refused.data?.fields).toHaveProperty('organisationId')
      expect((await change(anna, row, { organisationId })).resultCode).toBe(400)
      expect((await importOf(anna, [[`x${next()}`]], organisationId)).resultCode).toBe(400)
    }
  })

  test('[6-05] a demo account can read and changes nothing', async () => {
    const demo = await server.signIn('demo')
    const row = await created()
    expect((await demo.get(path, { id: row.id })).resultCode).toBe(200)
    expect((await create(demo, formOf(entity, next()))).resultCode).toBe(401)
    expect((await change(demo, row, {})).resultCode).toBe(401)
    expect((await demo.send('DELETE', path, { id: row.id })).resultCode).toBe(401)
  })

  test('the history shows who did what, each field before and after, newest first', async () => {
    const row = await created()
    const changed = (await change(admin, row, { name: `新名${row.id}` })).data
    await anna.send('PUT', `${path}/status`, { id: row.id, status: 'disabled' })
    const history = await historyOf(anna, changed)
    expect(history.map(({ userName, action }) => [userName, action])).toEqual([
      ['anna', 'disable'],
      ['admin', 'change'],
      ['anna', 'create'],
    ])
    expect(history[0]?.changes).toEqual([{ field: 'status', label: 'Status', before: 'Enabled', after: 'Disabled' }])
    expect(history[1]?.changes).toEqual([
      { field: 'name', label: entity.fields['name']?.label.en, before: row.values['name'], after: `新名${row.id}` },
    ])
    expect(history[2]?.changes).toContainEqual({ field: 'organisationId', label: 'Organisation', before: '', after: '甲运输' })
    expect((await historyOf(anna, changed, 'zh'))[0]?.changes).toEqual([{ field: 'status', label: '状态', before: '启用', after: '停用' }])
  })

  const sheetFields = Object.entries(entity.fields).filter(([, { kind }]) => kind !== 'organisation' && kind !== 'truck')
  const importOf = async (
    user: SignedIn,
    rows: unknown[][],
    organisationId = server.organisationId('A'),
    kind: 'xlsx' | 'xls' = 'xlsx',
  ) => {
    const headings = sheetFields.map(([, { label }]) => label.zh)
    const bytes =
      kind === 'xlsx'
        ? await writeXlsx({
            sheets: [
              {
                name: 'x',
                columns: headings.map((header) => ({ header, key: header })),
                data: rows.map((row) => Object.fromEntries(headings.map((header, index) => [header, (row[index] ?? '') as string]))),
              },
            ],
          })
        : (writeBook(
            { SheetNames: ['x'], Sheets: { x: utils.aoa_to_sheet([headings, ...rows]) } },
            { type: 'buffer', bookType: 'biff8' },
          ) as Uint8Array)
    return uploadOf(user, bytes, organisationId)
  }
  const uploadOf = async (user: SignedIn, bytes: Uint8Array, organisationId: number) => {
    const body = new FormData()
    body.append('file', new File([new Uint8Array(bytes)], 'sheet.xlsx'))
    const headers = { cookie: user.cookie, 'header-id': user.headerId }
    const response = await fetch(`${server.url}/api${path}/import?organisationId=${organisationId}`, { method: 'POST', headers, body })
    return (await response.json()) as { resultCode: number; message: string; data: (RefusedRows & { created: number }) | null }
  }
  const lineOf = (form: Form) => sheetFields.map(([name]) => form[name] ?? '')

  // The others have no import.
  if (!entity.takesSheets) return

  test('[5.2-21] [5.2-22] a sheet, .xlsx or .xls, adds its rows to the chosen organisation', async () => {
    for (const kind of ['xlsx', 'xls'] as const) {
      const [a, b] = [formOf(entity, next()), formOf(entity, next())]
      expect(await importOf(anna, [lineOf(a), lineOf(b)], server.organisationId('A1'), kind)).toMatchObject({
        resultCode: 200,
        data: { created: 2 },
      })
      const { table, columns, fixed } = tableOf(entity)
      const { rows } = await server.database.pool.query<{ id: number }>(
        `SELECT id FROM ${table} WHERE ${columns[known]} = $1 AND organisation_id = $2 ${fixed['kind'] === undefined ? '' : `AND kind = '${fixed['kind']}'`}`,
        [b[known], server.organisationId('A1')],
      )
      expect(rows).toHaveLength(1)
      const read = (await anna.get<EntityRow>(path, { id: rows[0]?.id ?? 0 })).data
      expect(read.values).toMatchObject({ ...maskedValues(entity.fields, b), organisationId: server.organisationId('A1') })
      expect((await historyOf(anna, read)).map(({ action }) => action)).toEqual(['import'])
    }
  })

  test('a sheet with wrong rows adds nothing and reports the problem of each', async () => {
    const [good, twice, taken] = [formOf(entity, next()), formOf(entity, next()), (await created()).values]
    const before = await count(entity)
    const answer = await importOf(anna, [
      lineOf(good),
      lineOf({ ...twice, [known]: known === 'code' ? '!' : 'x'.repeat(81) }),
      lineOf({ ...twice, name: '' }),
      lineOf(good),
      lineOf({ ...formOf(entity, next()), [known]: String(taken[known]) }),
    ])
    expect(answer.resultCode).toBe(400)
    expect(new Set(answer.data?.rows.map(({ row }) => row))).toEqual(new Set([3, 4, 5, 6]))
    for (const { zh, en } of answer.data?.rows ?? []) expect([zh.length > 0, en.length > 0]).toEqual([true, true])
    expect(await count(entity)).toBe(before)
    expect((await importOf(anna, [])).resultCode).toBe(400)
    expect((await uploadOf(anna, new Uint8Array([1, 2, 3]), server.organisationId('A'))).resultCode).toBe(400)
  })

  test('[D-32] every problem of a row is named, also beside a cell that is empty or cannot be read', async () => {
    const wrong = formOf(entity, next())
    const texts = sheetFields.filter(([, { kind, maxLength }]) => kind === 'text' && maxLength !== null).map(([name]) => name)
    const long = texts.filter((name) => name !== known).slice(0, 1)
    const answer = await importOf(anna, [
      lineOf({ ...wrong, [known]: '', ...Object.fromEntries(long.map((name) => [name, 'x'.repeat(5_000)])) }),
    ])
    expect(answer.resultCode).toBe(400)
    const said = (answer.data?.rows ?? []).map(({ zh }) => zh).join(' ')
    for (const name of [...long, ...(entity.fields[known]?.required ? [known] : [])]) expect(said).toContain(entity.fields[name]?.label.zh)
  })

  test.each(['zh', 'en'] as const)(
    'the template in %s has the headings and an example that can be imported unchanged',
    async (language) => {
      const response = await fetch(`${server.url}/api${path}/template`, {
        method: 'POST',
        headers: { cookie: anna.cookie, 'header-id': anna.headerId, language, 'content-type': 'application/x-www-form-urlencoded' },
        body: '',
      })
      const bytes = new Uint8Array(await response.arrayBuffer())
      const book = readBook(bytes, { bookFiles: true })
      const lines = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
      expect(lines[0]).toEqual(sheetFields.map(([, { label, required }]) => (required ? `${label[language]} *` : label[language])))
      // [D-32] The second sheet says what each column takes; a cell of a choice offers its words.
      const notes = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[1] ?? ''] ?? {}, { header: 1, defval: '' }).slice(1)
      expect(notes).toEqual(
        sheetFields.map(([, { label, required, choices }]) => [
          label[language],
          (required ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' })[language],
          choices.map((choice) => choice.label[language]).join({ zh: '、', en: ', ' }[language]),
        ]),
      )
      const firstSheet = Buffer.from((book as typeof book & BookFiles).files['xl/worksheets/sheet1.xml']?.content ?? []).toString()
      const offered = sheetFields.find(([, { kind }]) => kind === 'choice')?.[1].choices[0]
      if (offered) expect(firstSheet).toMatch(new RegExp(`<dataValidation type="list"[^>]*>.*${offered.label[language]}`))
      const answer = await uploadOf(anna, bytes, server.organisationId('A'))
      expect(answer.data).toEqual({ created: 1 })
      await server.database.pool.query(`DELETE FROM ${tableOf(entity).table} WHERE ${known} = $1`, [entity.fields[known]?.example])
    },
  )
})

/** Values as a form sends them, without empty ones. */
const given = (values: EntityRow['values']): Form =>
  Object.fromEntries(Object.entries(values).filter((one): one is [string, string | number] => one[1] !== null && one[1] !== ''))

const count = async (entity: Entity): Promise<number> => {
  const { table } = tableOf(entity)
  return Number((await server.database.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n)
}

const fieldsOf = (answer: Answer) => (answer.data as { fields: Record<string, { zh: string; en: string }> }).fields
const station = (more: Form = {}): Form => ({ ...formOf(ALL_ENTITIES[0] as Entity, next()), ...more })
const driver = (more: Form = {}): Form => ({ ...formOf(ALL_ENTITIES.find(({ key }) => key === 'driver') as Entity, next()), ...more })

describe('[5.2] the rules of single fields', () => {
  test.each([
    ['[5.2-06] a station code', 'station', { code: '123' }, 'code', '油站代码应为 4 位数字。', 'Code must be exactly 4 digits.'],
    [
      '[5.2-07] a depot code',
      'storage',
      { code: '1234567890123' },
      'code',
      '油库代码应为最多 12 位数字或字母。',
      'Code must be at most 12 digits or letters.',
    ],
    [
      '[5.2-08] a driver code',
      'driver',
      { code: '12345678' },
      'code',
      '驾驶员代码应为最多 7 位数字。',
      'Driver code must be at most 7 digits.',
    ],
    [
      '[5.2-09] [8.3-23] an ID number',
      'driver',
      { idNumber: '320113198401099388' },
      'idNumber',
      '身份证号不正确。',
      'ID number is incorrect.',
    ],
    [
      '[5.2-05] an address',
      'station',
      { address: '长'.repeat(151) },
      'address',
      '地址最多 150 个字。',
      'Address must have at most 150 characters.',
    ],
    ['[5.2-04] a name', 'park', { name: '长'.repeat(81) }, 'name', '停车场名称最多 80 个字。', 'Name must have at most 80 characters.'],
    ['[5.2-15] a station’s name', 'station', { name: ' ' }, 'name', '油站名称不能为空。', 'Name must not be empty.'],
    ['[5.2-15] a station’s code', 'station', { code: '' }, 'code', '油站代码不能为空。', 'Code must not be empty.'],
    ['[5.2-16] a depot’s name', 'storage', { name: '' }, 'name', '油库名称不能为空。', 'Name must not be empty.'],
    ['[5.2-16] a depot’s address', 'storage', { address: '' }, 'address', '地址不能为空。', 'Address must not be empty.'],
    ['[5.2-16] a depot’s manager', 'storage', { manager: ' ' }, 'manager', '负责人不能为空。', 'Manager must not be empty.'],
    ['a latitude', 'station', { lat: 91 }, 'lat', '纬度应为 -90 到 90 的数字。', 'Latitude must be a number from -90 to 90.'],
    [
      'a phone',
      'station',
      { phone: 'abc' },
      'phone',
      '电话应为电话号码，如 0512-65001001。',
      'Phone must be a phone number such as 0512-65001001.',
    ],
    [
      'an e-mail address',
      'driver',
      { email: 'x@' },
      'email',
      '邮箱应为邮箱地址，如 wang@example.com。',
      'E-mail must be an e-mail address such as wang@example.com.',
    ],
  ] as const)('%s', async (_, key, more, field, zh, en) => {
    const entity = ALL_ENTITIES.find((one) => one.key === key) as Entity
    expect(fieldsOf(await anna.send('POST', `/baseData/${key}`, { ...formOf(entity, next()), ...more }))).toEqual({ [field]: { zh, en } })
  })

  test.each([
    ['[5.2-05] an address of 150', 'station', { address: '长'.repeat(150) }],
    ['[5.2-04] a name of 80', 'park', { name: '长'.repeat(80) }],
    ['[5.2-08] a driver code of 7', 'driver', { code: '7654321' }],
    ['[5.2-07] a depot code of 12', 'storage', { code: 'A23456789012' }],
  ] as const)('%s is as long as it may be, and kept', async (_, key, more) => {
    const entity = ALL_ENTITIES.find((one) => one.key === key) as Entity
    const { data, resultCode } = await anna.send<EntityRow>('POST', `/baseData/${key}`, { ...formOf(entity, next()), ...more })
    expect(resultCode).toBe(200)
    expect(data.values).toMatchObject(more)
  })

  test('[5.2-11] [8.3-20] a station name is unique under its organisation, and free under another', async () => {
    const first = station()
    await anna.send('POST', '/baseData/station', first)
    const again = await anna.send('POST', '/baseData/station', station({ name: first['name'] ?? '' }))
    expect(fieldsOf(again)['name']?.zh).toBe('该组织下已存在同名油站，请换一个名称。')
    const below = station({ name: first['name'] ?? '', organisationId: server.organisationId('A1') })
    expect((await anna.send('POST', '/baseData/station', below)).resultCode).toBe(200)
  })

  test('[8.3-22] a depot that exists under another carrier of the same group is refused with that message', async () => {
    const depot = ALL_ENTITIES[1] as Entity
    const first = formOf(depot, next())
    await anna.send('POST', '/baseData/storage', first)
    const again = await ben.send('POST', '/baseData/storage', { ...formOf(depot, next(), 'B'), name: first['name'] ?? '' })
    expect(fieldsOf(again)['name']).toEqual({ zh: '该油库已存在，请换一个名称。', en: 'This depot exists already; choose another name.' })
  })

  test('[3.6-06] a driver has a default truck, which is the truck’s default driver; one that another driver has, or a foreign one, is refused', async () => {
    const truckId = server.truckId('苏A00002')
    const { data } = await anna.send<EntityRow>('POST', '/baseData/driver', driver({ defaultTruckId: truckId }))
    expect(data.values['defaultTruckId']).toBe(truckId)
    const { rows } = await server.database.pool.query('SELECT driver_id FROM truck WHERE id = $1', [truckId])
    expect(rows).toEqual([{ driver_id: data.id }])
    expect(fieldsOf(await anna.send('POST', '/baseData/driver', driver({ defaultTruckId: truckId })))).toHaveProperty('defaultTruckId')
    const foreign = driver({ defaultTruckId: server.truckId('苏B00001') })
    expect(fieldsOf(await anna.send('POST', '/baseData/driver', foreign))['defaultTruckId']?.en).toContain('truck was not found')
    const freed = await anna.send<EntityRow>('PUT', '/baseData/driver', {
      ...given(data.values),
      id: data.id,
      version: 1,
      defaultTruckId: '',
    })
    expect(freed.data.values['defaultTruckId']).toBeNull()
  })
})

describe('[3.6-06] the photo of a driver', () => {
  const send = async (user: SignedIn, id: number, bytes: readonly number[], size = bytes.length) => {
    const content = new Uint8Array(size)
    content.set(bytes)
    const body = new FormData()
    body.append('file', new File([content], 'photo.jpg'))
    const headers = { cookie: user.cookie, 'header-id': user.headerId, language: 'en' }
    const response = await fetch(`${server.url}/api/baseData/driver/photo?id=${id}`, { method: 'POST', headers, body })
    return (await response.json()) as { resultCode: number; message: string }
  }
  const JPEG = [0xff, 0xd8, 0xff, 0xe0]
  const stored = async (user: SignedIn, id: number) => (await user.get<{ dataUrl: string | null }>('/baseData/driver/photo', { id })).data

  test('[5.2-18] [5.2-19] [8.3-24] [8.3-25] jpg, jpeg, gif and png up to 1 MB are accepted, regardless of the file name; anything else is refused with the reason', async () => {
    const { data } = await anna.send<EntityRow>('POST', '/baseData/driver', driver())
    expect(await stored(anna, data.id)).toEqual({ dataUrl: null })
    const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    for (const [bytes, type] of [
      [JPEG, 'jpeg'],
      [PNG, 'png'],
      [[0x47, 0x49, 0x46, 0x38, 0x39], 'gif'],
    ] as const) {
      expect((await send(anna, data.id, bytes)).resultCode).toBe(200)
      expect(await stored(anna, data.id)).toEqual({ dataUrl: `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}` })
    }
    expect((await send(anna, data.id, JPEG, 1_048_576)).resultCode).toBe(200)
    expect((await send(anna, data.id, JPEG, 1_048_577)).message).toBe('The photo must not be over 1 MB.')
    expect((await send(anna, data.id, [0x3c, 0x73, 0x76, 0x67])).message).toContain('not supported; please use jpg, jpeg, gif or png')
    const history = (await anna.get<EntityHistory>('/baseData/driver/history', { id: data.id }, { language: 'en' })).data
    expect(history[0]?.changes).toEqual([
      { field: 'photo', label: 'Photo', before: expect.stringContaining('there'), after: expect.stringContaining('there') },
    ])
    expect((await anna.send('DELETE', '/baseData/driver/photo', { id: data.id })).resultCode).toBe(200)
    expect(await stored(anna, data.id)).toEqual({ dataUrl: null })
  })

  test('the photo of a driver of another organisation can be neither read nor changed', async () => {
    const { data } = await anna.send<EntityRow>('POST', '/baseData/driver', driver())
    await send(anna, data.id, JPEG)
    expect(await ben.get('/baseData/driver/photo', { id: data.id })).toMatchObject({ resultCode: 400, data: null })
    expect((await send(ben, data.id, JPEG)).message).toBe((await send(ben, 2_000_000_000, JPEG)).message)
    expect((await ben.send('DELETE', '/baseData/driver/photo', { id: data.id })).resultCode).toBe(400)
    expect((await stored(anna, data.id)).dataUrl).not.toBeNull()
  })
})

test('a row that is referred to is not deleted; the refusal names the references, but not those of others', async () => {
  const { rows } = await server.database.pool.query<{ id: number; name: string }>(`SELECT id, name FROM place WHERE name = '苏州油库'`)
  const depot = await admin.send('DELETE', '/baseData/storage', { id: rows[0]?.id ?? 0 }, { language: 'en' })
  expect(depot).toMatchObject({ resultCode: 409, message: expect.stringContaining('still used by: fence 油库围栏') })
  const drivers = await server.database.pool.query<{ driver_id: number }>('SELECT driver_id FROM truck WHERE plate = $1', ['苏A00001'])
  const driverId = drivers.rows[0]?.driver_id ?? 0
  expect((await anna.send('DELETE', '/baseData/driver', { id: driverId })).message).toContain('车辆 苏A00001')
  await server.database.pool.query('UPDATE truck SET driver_id = $1 WHERE plate = $2', [driverId, '苏B00001'])
  expect((await anna.send('DELETE', '/baseData/driver', { id: driverId })).message).not.toContain('苏B00001')
})

test('the gateway and open maps are notified of every change', async () => {
  const heard: string[] = []
  const stop = server.bus.subscribe('context', (payload) => heard.push(payload))
  await anna.send('POST', '/baseData/station', station())
  await expect.poll(() => heard).toEqual([''])
  stop()
})

test('[3.3-07] a device record has its type in the form, in the list and in the file', async () => {
  const entity = ALL_ENTITIES.find(({ key }) => key === 'device') as Entity
  const { data } = await anna.send<EntityRow>('POST', '/baseData/device', { ...formOf(entity, next()), deviceType: 'camera' })
  expect(data.values).toMatchObject({ deviceType: 'camera' })
  const filters = JSON.stringify({ scope: { organisationIds: [server.organisationId('A')] }, type: ['camera'] })
  const { data: list } = await anna.get<{ content: Record<string, unknown>[] }>('/reports/setting/base_data/device/rows', { filters })
  expect(list.content.map(({ name, type }) => [name, type])).toEqual([[data.values['name'], 'camera']])
})
