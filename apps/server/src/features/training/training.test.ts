import { EventEmitter } from 'node:events'
import type { EntityHistory } from '@tanker/contract/base-data/calls'
import type { Training, TrainingAnswer, TrainingMessage, TrainingQuestion } from '@tanker/contract/training'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { raiseAlarm, type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'
import { openTrainingLink } from '../../platform/training/training-link.ts'

/** The other end of the process channel. */
class Trainer extends EventEmitter {
  asked: TrainingQuestion[] = []
  answer: (question: TrainingQuestion) => unknown = () => null
  send({ training: { id, question } }: TrainingMessage): void {
    if (!question) return
    this.asked.push(question)
    setImmediate(() => this.emit('message', { training: { id, answer: this.answer(question) } }))
  }
}

const title = { zh: '途中偷卸', en: 'Roadside theft' }
const stages = [{ name: 'roadside-theft', title, shows: { zh: '放油', en: 'Lets oil out' } }]
const trainer = new Trainer()
let server: TestApi
let without: TestApi
let admin: SignedIn
beforeAll(async () => {
  ;[server, without] = await Promise.all([startTestApi({ training: openTrainingLink(trainer) }), startTestApi()])
  admin = await server.signIn('admin')
})
afterAll(() => Promise.all([server.close(), without.close()]))
beforeEach(() => {
  trainer.asked = []
})

const answers = (answer: TrainingAnswer) => (trainer.answer = () => answer)
const stage = (user: SignedIn, form: { stage?: string; truckId?: number } = {}, language = 'en') =>
  user.send('POST', '/training', { stage: 'roadside-theft', ...form }, { language })

test('without a training control nothing can be staged, and no list is answered', async () => {
  const alone = await without.signIn('admin')
  expect((await alone.get('/training')).data).toBe(null)
  expect(await stage(alone)).toMatchObject({ resultCode: 400, message: 'Accidents cannot be staged here.' })
})

test('only administrators of the top organisation stage accidents', async () => {
  answers({ stages, plays: [] })
  await server.database.pool.query(
    `INSERT INTO role (organisation_id, name, super_man) SELECT id, '甲管理员', true FROM organisation WHERE code = 'A'`,
  )
  const anna = await server.signIn('anna')
  await server.database.pool.query(
    `UPDATE app_user SET role_id = (SELECT id FROM role WHERE name = '甲管理员') WHERE user_name = 'water';
     UPDATE app_user SET organisation_id = (SELECT id FROM organisation WHERE code = 'A') WHERE user_name = 'water'`,
  )
  const below = await server.signIn('water')
  for (const user of [anna, below]) {
    expect((await user.get('/training')).data).toBe(null)
    expect((await stage(user)).resultCode).toBe(401)
  }
  expect(trainer.asked).toEqual([])
  expect((await admin.get<Training>('/training')).data.stages).toEqual(stages)
})

test('a staged accident names its truck by the terminal, and is in the history of the truck', async () => {
  answers({ id: 7, title })
  const truckId = server.truckId('苏A00001')
  expect(await stage(admin, { truckId })).toMatchObject({ resultCode: 200, data: { id: 7 } })
  expect(trainer.asked).toEqual([{ ask: 'stage', stage: 'roadside-theft', phone: '14400000001' }])
  const { data } = await admin.get<EntityHistory>('/baseData/truck/history', { id: truckId }, { language: 'en' })
  expect(data[0]).toMatchObject({ action: 'stage', userName: 'admin', changes: [{ label: 'Staged accident', after: 'Roadside theft' }] })
  expect((await stage(admin, { truckId: 4_000_000 })).resultCode).toBe(400)
})

test('a play leads to its truck and to the alarms raised since it began', async () => {
  const startedAt = server.now.getTime()
  const plays = [
    { id: 9, stage: 'roadside-theft', state: 'waiting', startedAt: null, phone: null },
    { id: 8, stage: 'roadside-theft', state: 'playing', startedAt, phone: '14400000001' },
  ] as const
  answers({ stages, plays: [...plays] })
  const at = (minutes: number): Date => new Date(startedAt + minutes * 60_000)
  await raiseAlarm(server, { plate: '苏A00001', type: 202, startedAt: at(-1) })
  await raiseAlarm(server, { plate: '苏A00002', type: 1, startedAt: at(1) })
  await raiseAlarm(server, { plate: '苏A00001', type: 213, startedAt: at(2) })
  const gone = await raiseAlarm(server, { plate: '苏A00001', type: 320, startedAt: at(2) })
  await server.database.pool.query('UPDATE alarm SET superseded_at = now() WHERE id = $1', [gone])
  const id = await raiseAlarm(server, { plate: '苏A00001', type: 1, startedAt: at(3) })
  const { data } = await admin.get<Training>('/training')
  expect(data.plays).toEqual([
    { id: 9, stage: 'roadside-theft', state: 'waiting', startedAt: null, truck: null, alarms: [] },
    {
      id: 8,
      stage: 'roadside-theft',
      state: 'playing',
      startedAt: at(0).toISOString(),
      truck: { id: server.truckId('苏A00001'), plate: '苏A00001' },
      alarms: [{ id, type: 1, startTime: at(3).toISOString() }],
    },
  ])
})

test.each([
  ['no-such-stage', 400, 'The accident was not found. Please open the list again.'],
  ['no-such-truck', 400, 'This truck is not available for training. Please choose another one.'],
  ['truck-busy', 409, 'This truck is already playing an accident. Please wait for its end or choose another truck.'],
  ['too-many', 429, 'Too many accidents were staged. Please try again in a minute.'],
] as const)('what the training control refuses (%s) is answered in words and leaves no entry', async (refused, resultCode, message) => {
  answers({ refused })
  const count = async () => (await server.database.pool.query(`SELECT FROM change_log WHERE action = 'stage'`)).rowCount
  const before = await count()
  expect(await stage(admin)).toMatchObject({ resultCode, message })
  expect(await count()).toBe(before)
})

test('an answer that cannot be read is none', async () => {
  trainer.answer = () => ({ id: 'seven' })
  expect(await stage(admin)).toMatchObject({ resultCode: 409 })
  expect((await admin.get('/training')).data).toBe(null)
})

test('without a process channel there is no link', () => {
  expect(openTrainingLink({ on: () => undefined })).toBe(null)
})
