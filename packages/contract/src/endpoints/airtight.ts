import { airtightRecord, airtightRecordAsked, pressureAsked, truckPressure } from '../airtight.ts'
import { endpoint } from '../endpoint.ts'

export const airtightCalls = {
  pressure: endpoint({
    method: 'GET',
    path: '/airtight/pressure',
    policy: { permission: 'airtight_detection/real_status' },
    summary: 'Get the pressure that the test box of a truck measured in the last half hour',
    input: pressureAsked,
    answer: truckPressure,
  }),
  record: endpoint({
    method: 'GET',
    path: '/airtight/record',
    policy: { permission: 'airtight_detection/bz_airtight_detection' },
    summary: 'Get everything about one airtightness test, with its pressures',
    input: airtightRecordAsked,
    answer: airtightRecord,
  }),
}
