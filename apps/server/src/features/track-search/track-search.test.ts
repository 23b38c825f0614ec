import type { TrackPasses } from '@tanker/contract/track-search'
import { MAX_PASSES } from '@tanker/contract/track-search'
import { packReading, POSITION_FLAG } from '@tanker/database/packed-readings'
import type { FenceShape } from '@tanker/domain/fences/fence'
import { type Fix, passesOf } from '@tanker/domain/fences/passes'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { aReading, storeReadings } from '../../platform/http/test-readings.ts'
import { removeOldData } from '../retention/remove-old-data.ts'
import { keepDaysOf } from '../../platform/jobs/kinds-of-data.ts'
import { indexTracks } from './index-tracks.ts'

let server: TestApi
let anna: SignedIn
let ben: SignedIn
let carl: SignedIn
beforeAll(async () => {
  server = await startTestApi()
  await server.database.pool.query(`INSERT INTO role_grant (role_id, permission) SELECT id, '*' FROM role WHERE name IN ('客户', '调度员')`)
  ;[anna, ben, carl] = await Promise.all([server.signIn('anna'), server.signIn('ben'), server.signIn('carl')])
})
afterAll(() => server.close())
beforeEach(() => server.database.pool.query('TRUNCATE position, track_cell, track_cell_cursor'))

const minuteMs = 60_000
const METRE = 1 / 111_195.08
const circle: FenceShape = { shape: 'circle', lat: 31, lng: 120, radiusM: 1000 }
const ago = (minutes: number): Date => new Date(server.now.getTime() - minutes * minuteMs)
let digest = 0n

/** Minutes ago, metres north of the middle of the circle. */
type Given = {
  readonly minutesAgo: number
  readonly northM: number
  readonly accOn?: boolean
  readonly receivedMinutesAgo?: number
  readonly lng?: number
}
const drove = (plate: string, given: readonly Given[]): Promise<void> =>
  storeReadings(
    server,
    plate,
    given.map(({ minutesAgo, northM, accOn = true, receivedMinutesAgo = minutesAgo, lng = 120 }) => {
      digest += 1n
      const sent = aReading(ago(minutesAgo), { receivedAt: ago(receivedMinutesAgo).getTime(), digest })
      return { ...sent, position: { ...sent.position, lat: 31 + northM * METRE, lng, accOn } }
    }),
  )
/** Through the circle from south to north, 600 m a minute: in it from 2 1/3 to 5 2/3 minutes after the start. */
const through = (minutesAgo: number, receivedMinutesAgo?: number): Given[] =>
  Array.from({ length: 9 }, (_, minute) => ({
    minutesAgo: minutesAgo - minute,
    northM: -2400 + 600 * minute,
    ...(receivedMinutesAgo === undefined ? {} : { receivedMinutesAgo }),
  }))

const index = () => indexTracks(server.database.db, server.now)
type Asked = {
  readonly fromMinutesAgo?: number
  readonly toMinutesAgo?: number
  readonly shape?: FenceShape
  readonly truckIds?: number[]
  readonly organisationIds?: number[]
}
const ask = (user: SignedIn, { fromMinutesAgo = 1440, toMinutesAgo = 0, shape = circle, ...who }: Asked = {}) =>
  user.get<TrackPasses>('/track-search', {
    from: ago(fromMinutesAgo).toISOString(),
    to: ago(toMinutesAgo).toISOString(),
    area: JSON.stringify(shape),
    ...who,
  })
/** Plate, minutes ago of entry and exit. */
const found = async (user: SignedIn, asked?: Asked) => {
  const { data, message } = await ask(user, asked)
  if (data === null) throw new Error(message)
  const minutes = (at: string): number => Math.round((server.now.getTime() - Date.parse(at)) / 600) / 100
  return data.passes.map(({ signCode, enteredAt, leftAt }) => [signCode, minutes(enteredAt), minutes(leftAt)])
}

describe('which trucks were in an area', () => {
  test('lists each pass with entry, exit and speeds, newest first, and none of trucks that went by', async () => {
    await drove('苏A00001', [...through(600), ...through(300)])
    await drove(
      '苏A00002',
      through(400).map((given) => ({ ...given, lng: 120.02 })),
    )
    await index()
    const { data } = await ask(anna)
    expect(await found(anna)).toEqual([
      ['苏A00001', 297.67, 294.33],
      ['苏A00001', 597.67, 594.33],
    ])
    expect(data).toMatchObject({ more: false, searchedFrom: ago(1440).toISOString() })
    expect(data.passes[0]).toMatchObject({
      organisationName: expect.stringMatching(/./),
      cameIn: true,
      wentOut: true,
      isInside: false,
      enterKmh: 42,
      maxKmh: 42,
      enteredAtPlace: { lat: expect.closeTo(31 - 1000 * METRE, 4), lng: 120 },
    })
    expect(await found(anna, { shape: { ...circle, lng: 120.02 } })).toEqual([['苏A00002', 397.67, 394.33]])
  })

  test('finds positions that have no cells yet, and those that come late, before and after the index has them', async () => {
    await drove('苏A00001', through(600))
    await index()
    await drove('苏A00001', through(8, 0))
    await drove('苏A00002', through(700, 1))
    const all = [
      ['苏A00001', 5.67, 2.33],
      ['苏A00001', 597.67, 594.33],
      ['苏A00002', 697.67, 694.33],
    ]
    expect(await found(anna)).toEqual(all)
    await index()
    server.now = new Date(server.now.getTime() + 30 * minuteMs)
    expect((await found(anna)).map(([plate]) => plate)).toEqual(['苏A00001', '苏A00001', '苏A00002'])
    // Nothing counts as new any more: only the cells lead to the positions.
    await server.database.pool.query(`UPDATE track_cell_cursor SET received_at = received_at + interval '1 day'`)
    expect(await found(anna)).toHaveLength(3)
    await server.database.pool.query('DELETE FROM track_cell WHERE truck_id = $1', [server.truckId('苏A00002')])
    expect(await found(anna)).toHaveLength(2)
  })

  test('a position that comes late between two others makes the exit exact', async () => {
    await drove('苏A00001', [
      { minutesAgo: 100, northM: 0 },
      { minutesAgo: 92, northM: 2000 },
    ])
    await index()
    expect(await found(anna)).toEqual([['苏A00001', 100, 96]])
    await drove('苏A00001', [{ minutesAgo: 94, northM: 500, receivedMinutesAgo: 0 }])
    await index()
    expect(await found(anna)).toEqual([['苏A00001', 100, 93.33]])
  })

  test('says who is inside at the end of the period: with a position of the last ten minutes, or asleep since then', async () => {
    await drove('苏A00001', [{ minutesAgo: 9, northM: 0 }])
    await drove('苏A00002', [{ minutesAgo: 300, northM: 0, accOn: false }])
    await drove('苏B00001', [{ minutesAgo: 11, northM: 0 }])
    await index()
    const inside = async (asked?: Asked, user = anna) =>
      Object.fromEntries((await ask(user, asked)).data.passes.map(({ signCode, isInside }) => [signCode, isInside]))
    expect(await inside()).toEqual({ 苏A00001: true, 苏A00002: true })
    expect(await inside({}, ben)).toEqual({ 苏B00001: false })
    // It woke up elsewhere.
    await drove('苏A00002', [{ minutesAgo: 100, northM: 9000 }])
    expect(await inside()).toEqual({ 苏A00001: true, 苏A00002: false })
    expect(await inside({ toMinutesAgo: 200 })).toEqual({ 苏A00002: true })
  })

  test('counts what lies in the period only, from its first position on', async () => {
    await drove('苏A00001', through(300))
    await index()
    expect(await found(anna, { fromMinutesAgo: 296 })).toEqual([['苏A00001', 296, 294.33]])
    expect(await found(anna, { toMinutesAgo: 296 })).toEqual([['苏A00001', 297.67, 296]])
    expect(await found(anna, { toMinutesAgo: 298 })).toEqual([])
    expect(await found(anna, { fromMinutesAgo: 293 })).toEqual([])
  })

  test('shows every user the own trucks alone, and narrows to chosen trucks and organisations', async () => {
    await drove('苏A00001', through(300))
    await drove('苏A00002', through(200))
    await drove('苏B00001', through(100))
    await index()
    expect((await found(anna)).map(([plate]) => plate)).toEqual(['苏A00002', '苏A00001'])
    expect((await found(ben)).map(([plate]) => plate)).toEqual(['苏B00001'])
    // The second truck is the customer's own.
    expect((await found(carl)).map(([plate]) => plate)).toEqual(['苏A00002'])
    expect((await found(anna, { truckIds: [server.truckId('苏A00001')] })).map(([plate]) => plate)).toEqual(['苏A00001'])
    expect((await found(anna, { organisationIds: [server.organisationId('A')] })).length).toBe(2)
    const foreign = await ask(ben, { truckIds: [server.truckId('苏A00001')] })
    expect([foreign.resultCode, foreign.message]).toEqual([400, (await ask(ben, { truckIds: [999_999] })).message])
    const water = await server.signIn('water')
    expect((await ask(water)).resultCode).toBe(401)
    expect((await water.get('/track-search/fences')).resultCode).toBe(401)
  })

  test('refuses more than 31 days, a wrong area, one that is too large, and what has no index yet', async () => {
    expect((await ask(anna)).message).toContain('正在建立索引')
    await index()
    const message = async (asked: Asked) => (await ask(anna, asked)).message
    expect((await ask(anna, { fromMinutesAgo: 31 * 1440 })).resultCode).toBe(200)
    expect(await message({ fromMinutesAgo: 31 * 1440 + 1 })).toContain('31 天')
    expect(await message({ shape: { ...circle, radiusM: 10 } })).toContain('半径')
    const diagonal: FenceShape = { shape: 'corridor', points: [[117, 29], [120, 32]], widthM: 100 } // prettier-ignore
    expect(await message({ shape: diagonal })).toContain('区域过大')
    expect((await anna.get('/track-search', { from: ago(9).toISOString(), to: ago(0).toISOString(), area: 'x' })).message).toContain(
      '重新绘制',
    )
    await server.database.pool.query('UPDATE track_cell_cursor SET back_to = $1', [ago(600)])
    expect(await message({})).toContain('正在建立索引')
    expect((await ask(anna, { fromMinutesAgo: 500 })).resultCode).toBe(200)
  })

  test('of more passes than one answer has it shows the newest', async () => {
    const sent = Buffer.from(packReading(aReading(ago(0))))
    await server.database.pool.query(
      `INSERT INTO position (truck_id, at, kind, digest, organisation_id, received_at, lat, lng, speed, heading, flags, packed)
       SELECT $1, $2::timestamptz - n * interval '11 min', 512, n, $3, $2::timestamptz, 31000000, 120000000, 100, 0, $5::smallint, $4
       FROM generate_series(0, $6::int) AS n`,
      [server.truckId('苏A00001'), ago(60), server.organisationId('A'), sent, POSITION_FLAG.located | POSITION_FLAG.accOn, MAX_PASSES],
    )
    await index()
    const { data } = await ask(anna, { fromMinutesAgo: 30 * 1440 })
    expect(data.passes).toHaveLength(MAX_PASSES)
    expect(data.more).toBe(true)
    expect(data.passes[0]!.enteredAt).toBe(ago(60).toISOString())
  })

  test('positions before the first run get their cells, and cells go with the positions', async () => {
    await drove('苏A00001', [...through(60 * 24 * 450), ...through(60 * 24 * 20), ...through(300)])
    expect(await index()).toBeGreaterThan(2)
    expect(await found(anna, { fromMinutesAgo: 30 * 1440 })).toHaveLength(2)
    const hours = async () =>
      (await server.database.pool.query('SELECT DISTINCT hour FROM track_cell WHERE hour < $1', [ago(60 * 24 * 400)])).rows
    expect(await hours()).not.toEqual([])
    await removeOldData(server.database, keepDaysOf(''), () => server.now, 0)
    expect(await hours()).toEqual([])
  })
})

test('finds what all positions together say, in any order in which they came', async () => {
  const step = fc.record({
    minutes: fc.integer({ min: 1, max: 14 }),
    northM: fc.integer({ min: -6000, max: 6000 }),
    accOn: fc.boolean(),
    late: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 30 }), async (steps) => {
      await server.database.pool.query('TRUNCATE position, track_cell, track_cell_cursor')
      let minutesAgo = 900
      const all = steps.map(({ minutes, ...rest }) => ({
        ...rest,
        minutesAgo: (minutesAgo -= minutes),
        receivedMinutesAgo: rest.late ? 0 : minutesAgo,
      }))
      await drove(
        '苏A00001',
        all.filter(({ late }) => !late),
      )
      await index()
      await drove(
        '苏A00001',
        all.filter(({ late }) => late),
      )
      const fixes: Fix[] = all.map(({ minutesAgo: minutes, northM, accOn }) => ({
        at: ago(minutes).getTime(),
        lat: Math.round((31 + northM * METRE) * 1e6) / 1e6,
        lng: 120,
        speedKmh: 42,
        accOn,
      }))
      const expected = passesOf(circle, fixes).map(({ enteredAt, leftAt }) => [
        new Date(enteredAt).toISOString(),
        new Date(leftAt).toISOString(),
      ])
      const answered = async () => (await ask(anna)).data.passes.map(({ enteredAt, leftAt }) => [enteredAt, leftAt]).toReversed()
      expect(await answered()).toEqual(expected)
      await index()
      await server.database.pool.query(`UPDATE track_cell_cursor SET received_at = received_at + interval '1 day'`)
      expect(await answered()).toEqual(expected)
    }),
    { numRuns: 25 },
  )
}, 60_000)
