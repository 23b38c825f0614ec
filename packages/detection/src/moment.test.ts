import { expect, test } from 'vitest'
import { Moment } from './moment.ts'
import { aTruck } from './scenarios/a-day.ts'
import { createTruckState } from './truck-engine.ts'

test('what a blind zone uploads from before the slip is not judged by the slip', () => {
  const context = aTruck({ slip: { slipNo: 'P1', fromAt: 1_000, stops: [] } })
  const slipNoAt = (at: number) => new Moment(createTruckState(), at, 2_000, context).context.slip?.slipNo
  expect([slipNoAt(999), slipNoAt(1_000)]).toEqual([undefined, 'P1'])
})
