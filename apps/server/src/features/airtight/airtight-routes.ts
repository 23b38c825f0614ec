import { airtightCalls } from '@tanker/contract/endpoints/airtight'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { readAirtightRecord } from './airtight-record.ts'
import { readTruckPressure } from './truck-pressure.ts'

export const airtightRoutes = ({ now }: HttpParts): Route[] => [
  handle(airtightCalls.pressure, ({ input, db }) => readTruckPressure(db, input.truckId)),
  handle(airtightCalls.record, ({ input, db, user }) =>
    readAirtightRecord(db, {
      truckId: input.truckId,
      startedAt: new Date(input.startedAt),
      madeBy: user.realName === '' ? user.userName : user.realName,
      now: now(),
    }),
  ),
]
