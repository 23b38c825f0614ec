// @vitest-environment happy-dom
import { alarmDeskCalls } from '@tanker/contract/endpoints/alarm-desk'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '../../platform/calls/query-client.ts'
import { cached } from '../../platform/calls/use-endpoint.ts'
import { answerCalls } from '../../platform/test-answers.ts'
import { fetchDesk } from './desk-queries.ts'
import { aDetail, aLine } from './test-desk.ts'

afterEach(() => queryClient.clear())

const serve = () => {
  const grades = { black: 0, red: 2, yellow: 0 }
  return answerCalls(
    [alarmDeskCalls.list, () => ({ data: { content: [aLine(3), aLine(4)], totalElements: 2, alarms: 2, grades } })],
    [alarmDeskCalls.detail, ({ input }) => ({ data: aDetail({ id: input['alarmId'] ?? '' }) })],
  )
}

test('before the desk is opened its queue and the first alarm are fetched, once', async () => {
  const arrived = serve()
  await fetchDesk({})
  await fetchDesk({})
  expect(arrived.map(({ call, input }) => [call, input['alarmId'] ?? input['page']])).toEqual([
    ['GET /alarms/desk', '0'],
    ['GET /alarms/desk/detail', '3'],
  ])
  expect(cached(alarmDeskCalls.detail, { alarmId: '3' })?.alarm.id).toBe('3')
})

test('an alarm of the live list is fetched by its own number, without waiting for the queue', async () => {
  const arrived = serve()
  await fetchDesk({ fromAlarm: '4', grade: 'red' })
  expect(arrived.map(({ call, input }) => [call, input['alarmId'] ?? input['grades']]).toSorted()).toEqual([
    ['GET /alarms/desk', 'red'],
    ['GET /alarms/desk/detail', '4'],
  ])
})
