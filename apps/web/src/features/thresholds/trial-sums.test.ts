import { expect, test } from 'vitest'
import { trialSums } from './trial-sums.ts'

const alarm = (type: number, startedAt: string) => ({ type, startedAt, endedAt: null, grade: 'red' })

test('alarms of all trucks are summed by type, the greatest difference first', () => {
  const sums = trialSums([
    {
      truckId: 1,
      plate: '苏A00001',
      readings: 10,
      counts: [
        { type: 2, now: 3, tried: 5 },
        { type: 5, now: 9, tried: 9 },
      ],
      appear: [alarm(2, '2026-10-12T04:00:00Z'), alarm(2, '2026-10-12T05:00:00Z')],
      vanish: [],
      changed: 0,
    },
    {
      truckId: 2,
      plate: '苏A00002',
      readings: 20,
      counts: [{ type: 2, now: 1, tried: 0 }],
      appear: [],
      vanish: [alarm(2, '2026-10-12T06:00:00Z')],
      changed: 1,
    },
  ])
  expect(sums.map(({ type, now, tried, appear, vanish }) => [type, now, tried, appear.length, vanish.length])).toEqual([
    [2, 4, 5, 2, 1],
    [5, 9, 9, 0, 0],
  ])
  expect(sums[0]?.vanish[0]).toMatchObject({ truckId: 2, plate: '苏A00002' })
})
