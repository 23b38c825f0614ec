import type { QuickVisit } from '@tanker/contract/quick-visits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/http/test-api.ts'

let server: TestApi
beforeAll(async () => {
  server = await startTestApi()
})
afterAll(() => server.close())

const screen = { quickVisitUrl: '/monitor/cargo_transport', quickVisitName: '货物监控' }

test('[7.2-10][7.2-11][7.2-12][3.4-01][7.3-04] a screen is added to quick access, listed and removed again, with the fixed Chinese answers', async () => {
  const anna = await server.signIn('anna', { language: 'en' })
  expect((await anna.send('POST', '/addUserQuickVisit', { userId: '999', ...screen })).data).toBe('添加成功')
  const { data } = await anna.get<QuickVisit[]>('/getUserQuickVisit', { userId: '999' })
  expect(data).toEqual([{ id: expect.any(Number), userId: expect.any(Number), ...screen }])
  expect(data[0]?.userId).not.toBe(999)
  expect((await anna.send('DELETE', '/removeUserQuickVisit', { id: String(data[0]?.id) })).data).toBe('移除成功')
  expect((await anna.get('/getUserQuickVisit')).data).toEqual([])
})

test('[5.1-10] a screen that is there already is refused, also with and without the leading slash', async () => {
  const ben = await server.signIn('ben')
  await ben.send('POST', '/addUserQuickVisit', screen)
  expect(await ben.send('POST', '/addUserQuickVisit', { ...screen, quickVisitUrl: 'monitor/cargo_transport' })).toMatchObject({
    resultCode: 400,
    message: '该菜单已存在于快捷访问中。',
  })
})

test('a screen that the role does not grant cannot be added, and what is another user’s cannot be removed', async () => {
  const [ben, carl] = [await server.signIn('ben'), await server.signIn('carl')]
  expect((await carl.send('POST', '/addUserQuickVisit', screen)).resultCode).toBe(401)
  const { data } = await ben.get<QuickVisit[]>('/getUserQuickVisit')
  expect((await carl.send('DELETE', '/removeUserQuickVisit', { id: String(data[0]?.id) })).resultCode).toBe(400)
  expect((await ben.get<QuickVisit[]>('/getUserQuickVisit')).data).toHaveLength(data.length)
})
