import { defaultThresholds } from '@tanker/domain/thresholds'
import type { TruckContext } from '@tanker/domain/truck-context'
import { expect, test } from 'vitest'
import { Moment } from './moment.ts'
import { createTruckState } from './truck-engine.ts'

test('what a blind zone uploads from before the slip is not judged by the slip', () => {
  const context: TruckContext = {
    truckId: 1,
    companyId: 1,
    plate: '苏A00001',
    companyName: '甲',
    zoneOffsetMinutes: 480,
    parkingMode: 'speed',
    speedSource: 'gps',
    unloadingMode: 'api',
    emptyingMode: 'fence',
    compartments: [],
    driver: null,
    thresholds: defaultThresholds,
    fences: { near: () => [] },
    slip: { slipNo: 'P1', fromAt: 1_000, stops: [] },
  }
  const slipNoAt = (at: number) => new Moment(createTruckState(), at, 2_000, context).context.slip?.slipNo
  expect([slipNoAt(999), slipNoAt(1_000)]).toEqual([undefined, 'P1'])
})
