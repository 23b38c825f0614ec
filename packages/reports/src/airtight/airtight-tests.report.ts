import { openAirtightRecord } from '@tanker/contract/actions/airtight'
import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { AIRTIGHT_RESULTS, AIRTIGHT_TEST_TEXTS } from '@tanker/domain/devices/airtight-test'
import { airtightTestFact } from '@tanker/domain/facts/equipment-facts'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { celsius, choice, decimal, duration, EXPIRIES, expiry, oneOf, place, text, time, wholeNumber } from '../kinds.ts'
import { recordFilters, recordRow, recordsOf, truckColumns } from '../record-columns.ts'
import { compartmentsIn, daysUntil, testDue, VALIDITY, validityOf } from './airtight-columns.ts'

const TEST = { zh: '检测项目', en: 'Test' } as const
const RESULT = { zh: '结果', en: 'Result' } as const

const filters = recordFilters({
  test: oneOf(TEST, AIRTIGHT_TEST_TEXTS),
  result: oneOf(RESULT, AIRTIGHT_RESULTS),
  validity: oneOf(VALIDITY, EXPIRIES),
})

const done = propertiesIn('record', airtightTestFact)

const rows = (db: ScopedDb, { test, result, validity, ...asked }: ValuesOf<typeof filters>) =>
  recordsOf(db, airtightTestFact, asked)
    .where(among(done.text('test'), test))
    .where(among(done.text('result'), result))
    .where(among(validityOf(testDue), validity))
    .select([
      ...recordRow,
      done.text('testNo').as('testNo'),
      done.text('test').as('test'),
      compartmentsIn(done.number('compartmentBits')).as('compartments'),
      sql<number | null>`${done.number('volumeL')} / 1000`.as('volume'),
      sql<number | null>`${done.number('startPa')} / 1000`.as('startPressure'),
      sql<number | null>`${done.number('endPa')} / 1000`.as('endPressure'),
      done.number('lossPa').as('loss'),
      done.number('limitPa').as('limit'),
      done.number('temperatureC').as('temperature'),
      done.text('result').as('result'),
      testDue.as('due'),
      daysUntil(testDue).as('daysLeft'),
      validityOf(testDue).as('validity'),
    ])

/** Each airtightness test: how the pressure held, against what may be lost. */
export default defineReport({
  path: 'airtight_detection/bz_airtight_detection',
  title: { zh: '密闭性检测记录', en: 'Airtightness test record' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    testNo: text({ zh: '检测编号', en: 'Test number' }),
    test: choice(TEST, AIRTIGHT_TEST_TEXTS),
    result: choice(RESULT, AIRTIGHT_RESULTS),
    compartments: text({ zh: '检测的仓', en: 'Compartments' }),
    startedAt: time({ zh: '开始时间', en: 'Started' }),
    endedAt: time({ zh: '结束时间', en: 'Ended' }),
    duration: duration({ zh: '保压时长', en: 'Held for' }),
    startPressure: decimal({ zh: '起始压力', en: 'Start pressure' }, 'kPa', 3),
    endPressure: decimal({ zh: '结束压力', en: 'End pressure' }, 'kPa', 3),
    loss: decimal({ zh: '压力变动', en: 'Pressure loss' }, 'Pa', 0),
    limit: decimal({ zh: '允许变动', en: 'Allowed loss' }, 'Pa', 0),
    volume: decimal({ zh: '罐容', en: 'Tank volume' }, 'm³', 2),
    temperature: celsius({ zh: '温度', en: 'Temperature' }),
    due: time({ zh: '下次检测期限', en: 'Next test due' }),
    daysLeft: wholeNumber({ zh: '剩余天数', en: 'Days left' }),
    validity: expiry(VALIDITY),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [openAirtightRecord],
  rowIs: 'record',
})
