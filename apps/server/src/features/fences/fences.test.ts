import type { EntityHistory, EntityRow, RefusedRows } from '@tanker/contract/base-data/calls'
import { fence } from '@tanker/contract/base-data/fence'
import { shapeValue } from '@tanker/contract/base-data/shape-field'
import type { ApprovalDetail, FencePlaces, PendingApprovals } from '@tanker/contract/fence-approvals'
import type { AnswerOf } from '@tanker/contract/endpoint'
import type { fenceCalls } from '@tanker/contract/endpoints/fences'
import type { MapPlaces } from '@tanker/contract/trucks'
import type { FenceShape } from '@tanker/domain/fences/fence'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyChanges } from '../../verify-changes.ts'
import { type Answer, type SignedIn, startGrantedApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
let admin: SignedIn
let anna: SignedIn
let ben: SignedIn
beforeAll(async () => {
  ;({ server, admin, anna, ben } = await startGrantedApi())
}, 30_000)
afterAll(() => server.close())
beforeEach(() => server.database.pool.query(`DELETE FROM fence_approval WHERE status = 'pending'`))

type Form = Record<string, string | number>
const circle = (radiusM: number, lat = 31.32, lng = 120.62): FenceShape => ({ shape: 'circle', lng, lat, radiusM })

let number = 0
const formOf = (more: Form = {}): Form => ({
  name: `围栏${(number += 1)}`,
  organisationId: server.organisationId('A'),
  kind: 'custom',
  shape: shapeValue(circle(200)),
  ...more,
})
const given = (values: EntityRow['values']): Form =>
  Object.fromEntries(Object.entries(values).filter((one): one is [string, string | number] => one[1] !== null && one[1] !== ''))

const path = `/baseData/${fence.key}`
const draw = async (user: SignedIn, more: Form = {}): Promise<EntityRow> => {
  const answer = await user.send<EntityRow>('POST', path, formOf(more))
  expect(answer.message).toBe('')
  return answer.data
}
const redraw = async (user: SignedIn, id: number, more: Form): Promise<EntityRow> => {
  const { data } = await user.get<EntityRow>(path, { id })
  const answer = await user.send<EntityRow>('PUT', path, { ...given(data.values), id, version: data.version, ...more })
  expect(answer.message).toBe('')
  return answer.data
}
const waiting = async (user: SignedIn = admin): Promise<PendingApprovals> => (await user.get<PendingApprovals>('/fenceApproval')).data
const requestOf = async (id: number, user: SignedIn = admin): Promise<ApprovalDetail> => {
  const { rows } = await server.database.pool.query<{ id: number }>('SELECT max(id) AS id FROM fence_approval WHERE fence_id = $1', [id])
  return (await user.send<ApprovalDetail>('POST', '/fenceApproval/id', { id: rows[0]?.id ?? 0 })).data
}
const decide = (user: SignedIn, requests: readonly { id: number; version: number }[], status = 'approved', note = '', more = {}) =>
  user.send(
    'PUT',
    '/fenceApproval',
    { ids: requests.map(({ id }) => id).join(), versions: requests.map(({ version }) => version).join(), status, note },
    more,
  )
/** The fence in force for trucks, maps and place names. */
const inForce = async (id: number): Promise<FenceShape | null> => {
  const { rows } = await server.database.pool.query<{ shape: FenceShape }>(
    `SELECT shape FROM fence WHERE id = $1 AND status = 'approved' AND enabled
       AND NOT EXISTS (SELECT FROM place WHERE place.id = fence.place_id AND NOT place.enabled)`,
    [id],
  )
  return rows[0]?.shape ?? null
}
const drawnApproved = async (more: Form = {}): Promise<EntityRow> => {
  const row = await draw(anna, more)
  expect((await decide(admin, [await requestOf(row.id)])).message).toBe('')
  return row
}

describe('drawing', () => {
  test('[3.7-01] a fence has a name, a type, a status and an address, and is read back as it was drawn', async () => {
    const form = formOf({ address: '南环路', speedLimitKmh: 30, status: 'enabled' })
    const { data } = await anna.send<EntityRow>('POST', path, form)
    expect(data.values).toMatchObject(form)
    expect((await anna.get<EntityRow>(path, { id: data.id })).data).toEqual(data)
  })

  test('[5.3-01] a fence must be drawn before it can be saved', async () => {
    const { data, resultCode } = await anna.send('POST', path, formOf({ shape: '' }))
    expect(resultCode).toBe(400)
    expect(data).toEqual({
      fields: {
        shape: {
          zh: '围栏范围尚未绘制，请先在地图上绘制围栏。',
          en: 'Fence area has not been drawn; please draw the fence on the map first.',
        },
      },
    })
  })

  test.each<[string, string, string]>([
    [
      'crosses itself',
      shapeValue({
        shape: 'polygon',
        points: [
          [120, 31],
          [120.1, 31.1],
          [120.1, 31],
          [120, 31.1],
        ],
      }),
      'crosses itself',
    ],
    ['is no shape', '{"shape":"star"}', 'cannot be read'],
    ['is no JSON', '{', 'cannot be read'],
    ['is too small', shapeValue(circle(5)), 'must have a radius of 20 to 50000 m'],
    ['holds words instead of numbers', '{"shape":"circle","lng":"x","lat":31,"radiusM":100}', 'cannot be read'],
  ])('a border that %s is refused at its field', async (_, shape, words) => {
    const { data } = (await anna.send('POST', path, formOf({ shape }))) as Answer<{ fields: Record<string, { en: string }> }>
    expect(data.fields['shape']?.en).toContain(words)
  })

  test('properties that do not belong to a shape are not saved', async () => {
    const { values } = await draw(anna, { shape: '{"shape":"circle","lng":120.62,"lat":31.32,"radiusM":200,"status":"approved"}' })
    expect(values['shape']).toBe('{"shape":"circle","lng":120.62,"lat":31.32,"radiusM":200}')
  })

  test('a fence of a place refers to one of its kind and of the own organisations; a free one to none', async () => {
    const places = (await anna.get<FencePlaces>('/fencePlaces')).data
    const station = places.find(({ kind }) => kind === 'station')
    const problem = async (more: Form) => ((await anna.send('POST', path, formOf(more))) as Answer<{ fields: object }>).data?.fields
    expect(await problem({ kind: 'station' })).toHaveProperty('placeId')
    expect(await problem({ placeId: station?.id ?? 0 })).toHaveProperty('placeId')
    expect(await problem({ kind: 'depot', placeId: station?.id ?? 0 })).toHaveProperty('placeId')
    const { rows } = await server.database.pool.query<{ id: number }>(`SELECT id FROM place WHERE name = '苏州油库'`)
    expect(places.map(({ id }) => id)).not.toContain(rows[0]?.id)
    expect(await problem({ kind: 'depot', placeId: rows[0]?.id ?? 0 })).toHaveProperty('placeId')
    expect((await draw(anna, { kind: 'station', placeId: station?.id ?? 0 })).values['placeId']).toBe(station?.id)
  })
})

describe('from a spreadsheet', () => {
  const importOf = async (rows: readonly Record<string, string>[]) => {
    const columns = ['围栏名称', '类型', '所属场所', '限速(km/h)', '状态', '地址', '围栏范围'].map((header) => ({ header, key: header }))
    const body = new FormData()
    body.append('file', new File([new Uint8Array(await writeXlsx({ sheets: [{ name: 'x', columns, data: [...rows] }] }))], 'sheet.xlsx'))
    const response = await fetch(`${server.url}/api${path}/import?organisationId=${server.organisationId('A')}`, {
      method: 'POST',
      headers: { cookie: anna.cookie, 'header-id': anna.headerId },
      body,
    })
    return (await response.json()) as { resultCode: number; data: RefusedRows & { created: number } }
  }

  test('circles and polygons come with the names of their places, and need approval like drawn ones', async () => {
    const answer = await importOf([
      { 围栏名称: '表格甲', 类型: '油站', 所属场所: '甲站', 围栏范围: '120.7, 31.4, 150' },
      { 围栏名称: '表格乙', 类型: 'Custom', '限速(km/h)': '30', 围栏范围: '120.7 31.4; 120.71 31.4; 120.71 31.41' },
    ])
    expect(answer.data).toEqual({ created: 2 })
    const requests = (await waiting()).filter(({ fenceName }) => fenceName.startsWith('表格'))
    expect(requests.map(({ type, modifier }) => [type, modifier])).toEqual([
      ['new', 'anna'],
      ['new', 'anna'],
    ])
    const detail = (await admin.send<ApprovalDetail>('POST', '/fenceApproval/id', { id: requests[0]?.id ?? 0 })).data
    expect(detail.wanted).toEqual({ kind: 'station', placeName: '甲站', speedLimitKmh: null, shape: circle(150, 31.4, 120.7) })
    expect(await decide(anna, requests)).toMatchObject({ resultCode: 409 })
  })

  test('a place that is unknown, of another kind or foreign is reported by row, and nothing is added', async () => {
    const before = (await waiting()).length
    const answer = await importOf([
      { 围栏名称: '表格丙', 类型: '自定义', 围栏范围: '120.7, 31.4, 150' },
      { 围栏名称: '表格丁', 类型: '油站', 所属场所: '无此站', 围栏范围: '120.7, 31.4, 150' },
      { 围栏名称: '表格戊', 类型: '停车场', 所属场所: '甲站', 围栏范围: '120.7, 31.4, 150' },
      { 围栏名称: '表格己', 类型: '油库', 所属场所: '苏州油库', 围栏范围: '120.7, 31.4, 150' },
    ])
    expect(answer.data.rows.map(({ row, zh }) => [row, zh])).toEqual([
      [3, '所属场所不存在。'],
      [4, '所属场所不存在。'],
      [5, '所属场所不存在。'],
    ])
    expect((await waiting()).length).toBe(before)
  })
})

describe('approval', () => {
  test('[3.7-02] [4.5-05] [4.5-06] [7.2-14] [7.2-15] what was drawn waits as new, is approved by another and is then a modification', async () => {
    const { id } = await draw(anna, { name: '东区' })
    expect(await inForce(id)).toBeNull()
    const [row] = (await waiting()).filter(({ fenceName }) => fenceName === '东区')
    expect(row).toMatchObject({ type: 'new', modifier: 'anna', modifiedAt: server.now.toISOString(), movedM: null, version: 1 })
    expect(row?.areaChangeM2).toBeCloseTo(Math.PI * 200 ** 2, 0)
    const request = await requestOf(id)
    expect(request).toMatchObject({ ...row, status: 'pending', old: null, wanted: { kind: 'custom', shape: circle(200) }, isMine: false })
    expect((await decide(admin, [request])).resultCode).toBe(200)
    expect(await inForce(id)).toEqual(circle(200))
    expect(await requestOf(id)).toMatchObject({ status: 'approved', approver: 'admin', approvedAt: server.now.toISOString() })

    await redraw(anna, id, { shape: shapeValue(circle(300, 31.33)) })
    const modified = await requestOf(id)
    expect(modified).toMatchObject({ type: 'modify', old: { shape: circle(200) }, wanted: { shape: circle(300, 31.33) } })
    expect(modified.movedM).toBeCloseTo(1111.9, 0)
    expect(modified.areaChangeM2).toBeCloseTo(Math.PI * (300 ** 2 - 200 ** 2), 0)
    expect((await decide(admin, [modified], 'refused')).message).toBe('请填写不通过的原因。')
    expect((await decide(admin, [modified], 'refused', '离路太远')).resultCode).toBe(200)
    expect(await requestOf(id)).toMatchObject({ status: 'refused', note: '离路太远' })
    expect(await inForce(id)).toEqual(circle(200))
    // The form shows the fence in force again.
    expect((await anna.get<EntityRow>(path, { id })).data.values['shape']).toBe(shapeValue(circle(200)))
  })

  test('[5.3-02] a moved fence needs approval again, and the old border applies until then', async () => {
    const { id } = await drawnApproved()
    await redraw(anna, id, { shape: shapeValue(circle(200, 31.34)) })
    expect(await inForce(id)).toEqual(circle(200))
    const request = await requestOf(id)
    expect(request).toMatchObject({ status: 'pending', type: 'modify' })
    await decide(admin, [request])
    expect(await inForce(id)).toEqual(circle(200, 31.34))
  })

  test('name, address and status apply at once; type, place and speed limit need approval like the border', async () => {
    const { id } = await drawnApproved()
    await redraw(anna, id, { name: `新名${id}`, address: '北环路' })
    expect((await waiting()).map(({ fenceName }) => fenceName)).not.toContain(`新名${id}`)
    await redraw(anna, id, { speedLimitKmh: 20 })
    expect((await requestOf(id)).wanted.speedLimitKmh).toBe(20)
    // Back to the fence in force: nothing is pending any more.
    await redraw(anna, id, { speedLimitKmh: '' })
    expect((await requestOf(id)).status).toBe('approved')
  })

  test('[5.3-02] a moved place moves its fence, which needs approval; the old border applies until then', async () => {
    const { data: station } = await anna.send<EntityRow>('POST', '/baseData/station', {
      name: '移动站',
      code: 5101,
      organisationId: server.organisationId('A'),
      address: '苏州',
      lng: 120.7,
      lat: 31.4,
      shortName: '移动站',
    })
    const { id } = await drawnApproved({ kind: 'station', placeId: station.id, shape: shapeValue(circle(150, 31.4, 120.7)) })
    const moved = await anna.send<EntityRow>('PUT', '/baseData/station', {
      ...given(station.values),
      id: station.id,
      version: 1,
      lat: 31.41,
    })
    expect(moved.message).toBe('')
    expect(await inForce(id)).toEqual(circle(150, 31.4, 120.7))
    const request = await requestOf(id)
    expect(request).toMatchObject({ status: 'pending', type: 'modify', modifier: 'anna', wanted: { shape: circle(150, 31.41, 120.7) } })
    expect(request.movedM).toBeCloseTo(1111.9, 0)
    const history = (await anna.get<EntityHistory>(`${path}/history`, { id })).data
    expect(history[0]).toMatchObject({ userName: 'anna', action: 'change', changes: [{ field: 'shape' }] })
    await decide(admin, [request])
    expect(await inForce(id)).toEqual(circle(150, 31.41, 120.7))

    // Drawn by hand at the new place first: it stays as drawn, and needs approval all the same.
    await redraw(anna, id, { shape: shapeValue(circle(180, 31.5, 120.7)) })
    await anna.send('PUT', '/baseData/station', { ...given(station.values), id: station.id, version: 2, lat: 31.5 })
    expect((await requestOf(id)).wanted.shape).toEqual(circle(180, 31.5, 120.7))
  })

  test('of two concurrent decisions one is saved and the other is refused', async () => {
    const { id } = await draw(anna)
    const request = await requestOf(id)
    const other = await server.signIn('admin')
    const answers = await Promise.all([decide(admin, [request]), decide(other, [request], 'refused', '不')])
    expect(answers.map(({ resultCode }) => resultCode).toSorted()).toEqual([200, 409])
    expect(answers.find(({ resultCode }) => resultCode === 409)?.message).toMatch(/^已被他人审批（围栏\d+），请刷新列表。$/)
    const { status } = await requestOf(id)
    expect(status).toBe(answers[0]?.resultCode === 200 ? 'approved' : 'refused')
  })

  test('several approvals are decided all or none, each with its history', async () => {
    const rows = [await draw(anna), await draw(anna), await draw(ben, { organisationId: server.organisationId('B') })]
    const requests = await Promise.all(rows.map(({ id }) => requestOf(id)))
    await decide(admin, [requests[1] as ApprovalDetail], 'refused', '不')
    expect((await decide(admin, requests)).resultCode).toBe(409)
    expect(await inForce(rows[0]?.id ?? 0)).toBeNull()
    expect((await decide(admin, [requests[0], requests[2]] as ApprovalDetail[])).resultCode).toBe(200)
    for (const index of [0, 2]) expect(await inForce(rows[index]?.id ?? 0)).toEqual(circle(200))
    const history = (await admin.get<EntityHistory>(`${path}/history`, { id: rows[0]?.id ?? 0 }, { language: 'en' })).data
    expect(history.map(({ userName, action }) => [userName, action])).toEqual([
      ['admin', 'change'],
      ['anna', 'create'],
    ])
    expect(history[0]?.changes).toEqual([{ field: 'approval', label: 'Approval', before: 'Pending approval', after: 'Approved' }])
    expect((await verifyChanges(server.database.db)).kind).toBe('whole')
  })

  test('a rejected fence is drawn again and needs approval again', async () => {
    const { id } = await draw(anna)
    await decide(admin, [await requestOf(id)], 'refused', '太大')
    expect(await inForce(id)).toBeNull()
    await redraw(anna, id, { shape: shapeValue(circle(100)) })
    const request = await requestOf(id)
    expect(request).toMatchObject({ status: 'pending', type: 'new', old: null })
    await decide(admin, [request])
    expect(await inForce(id)).toEqual(circle(100))
  })

  test('[7.2-17] the timer returns the polling interval and the number of pending approvals', async () => {
    await draw(anna)
    expect((await admin.get<AnswerOf<typeof fenceCalls.timer>>('/fenceApproval/timer')).data).toEqual({
      everyS: 900,
      pending: (await waiting()).length,
    })
  })

  test('a checker sees no requests of other organisations, and they are answered like unknown ones', async () => {
    const { id } = await draw(anna)
    const request = await requestOf(id)
    expect(await waiting(ben)).toEqual([])
    const unknown = { id: 2_000_000_000, version: 1 }
    for (const one of [request, unknown]) {
      expect((await ben.send('POST', '/fenceApproval/id', { id: one.id })).message).toBe('没有找到该审批，请刷新列表。')
      expect((await decide(ben, [one])).message).toBe('没有找到该审批，请刷新列表。')
    }
    expect((await requestOf(id)).status).toBe('pending')
  })
})

describe('out of force at once', () => {
  const onMap = async (name: string): Promise<boolean> =>
    (await anna.get<MapPlaces>('/map/places')).data.some((place) => place.name === name && place.outline.length > 0)

  test('a fence that is disabled, and again when it is enabled', async () => {
    const { id, values } = await drawnApproved()
    const name = String(values['name'])
    expect(await onMap(name)).toBe(true)
    await anna.send('PUT', `${path}/status`, { id, status: 'disabled' })
    expect([await inForce(id), await onMap(name)]).toEqual([null, false])
    await anna.send('PUT', `${path}/status`, { id, status: 'enabled' })
    expect([await inForce(id), await onMap(name)]).toEqual([circle(200), true])
  })

  test('the fence of a place that is disabled', async () => {
    const { data: station } = await anna.send<EntityRow>('POST', '/baseData/station', {
      name: '停用站',
      code: 5102,
      organisationId: server.organisationId('A'),
      address: '苏州',
      lng: 120.7,
      lat: 31.4,
      shortName: '停用站',
    })
    const { id, values } = await drawnApproved({ kind: 'station', placeId: station.id, shape: shapeValue(circle(150, 31.4, 120.7)) })
    expect(await onMap('停用站')).toBe(true)
    await anna.send('PUT', '/baseData/station/status', { id: station.id, status: 'disabled' })
    expect([await inForce(id), await onMap('停用站'), await onMap(String(values['name']))]).toEqual([null, false, false])
    // A place that a fence or a pending request refers to cannot be deleted.
    const kept = await anna.send('DELETE', '/baseData/station', { id: station.id })
    expect(kept).toMatchObject({ resultCode: 409, message: expect.stringContaining(`电子围栏 ${String(values['name'])}`) })
    await redraw(anna, id, { kind: 'custom', placeId: '' })
    await decide(admin, [await requestOf(id)])
    const { id: other } = await draw(anna, { kind: 'station', placeId: station.id })
    expect((await anna.send('DELETE', '/baseData/station', { id: station.id })).resultCode).toBe(409)
    expect((await anna.send('DELETE', path, { id: other })).resultCode).toBe(200)
    expect((await anna.send('DELETE', '/baseData/station', { id: station.id })).resultCode).toBe(200)
  })

  test('a deleted fence deletes its request; decisions stay readable', async () => {
    const { id, values } = await drawnApproved()
    await redraw(anna, id, { shape: shapeValue(circle(90)) })
    expect((await anna.send('DELETE', path, { id })).resultCode).toBe(200)
    const { rows } = await server.database.pool.query('SELECT status, fence_id FROM fence_approval WHERE fence_name = $1', [values['name']])
    expect(rows).toEqual([{ status: 'approved', fence_id: null }])
  })
})
