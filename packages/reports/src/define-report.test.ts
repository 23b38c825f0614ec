import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import type { ScopedDb } from '@tanker/database/scope'
import { expect, test } from 'vitest'
import { defineReport, type ValuesOf } from './define-report.ts'
import { isChosen, period, plate, plateCell, speed, time, truckOrOrganisation } from './kinds.ts'

const filters = { scope: truckOrOrganisation(), when: period({ maxDays: 31 }) }
const rows = (db: ScopedDb, { scope, when }: ValuesOf<typeof filters>) =>
  db
    .from('alarm')
    .innerJoin('truck', 'truck.id', 'alarm.truck_id')
    .where(isChosen(scope, 'alarm'))
    .where('alarm.started_at', '>=', when.from)
    .select(['alarm.id', plateCell.as('plate'), 'alarm.started_at as startedAt', 'alarm.speed_kmh as speed'])

const words = { zh: '列', en: 'Column' }
const right = {
  path: 'x',
  title: words,
  filters,
  rows,
  columns: { plate: plate(), startedAt: time(words), speed: speed(words) },
  sort: { by: 'startedAt', order: 'desc' },
  rowIs: 'alarm',
} as const

test('the compiler finds the six mistakes one makes in a report', () => {
  expect(defineReport(right)).toBe(right)
  // @ts-expect-error a column that the query does not return
  defineReport({ ...right, columns: { sped: speed(words) } })
  // @ts-expect-error a column of the wrong type
  defineReport({ ...right, columns: { startedAt: speed(words) } })
  // @ts-expect-error an order by something that is no column
  defineReport({ ...right, sort: { by: 'started', order: 'desc' } })
  // @ts-expect-error an action that reads a column that the query does not return
  defineReport({ ...right, actions: [handleAlarm] })
  expect(defineReport({ ...right, actions: [openDetail] }).actions).toEqual([openDetail])
  // @ts-expect-error a title without English
  defineReport({ ...right, title: { zh: '标题' } })
  // @ts-expect-error a filter value that does not exist
  const start = (asked: ValuesOf<typeof filters>) => asked.when.start
  expect(start).toBeTypeOf('function')
})
