import { openDetail } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { CARGO_DEVICE_EVENTS } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { booleanIn, choice, compartment, numberIn, oneOf, place, probeType, text, textIn, time, yesNo } from '../kinds.ts'
import { recordFilters, recordRow, recordsOf, truckColumns } from '../record-columns.ts'

const filters = recordFilters({ event: oneOf({ zh: '事件', en: 'Event' }, CARGO_DEVICE_EVENTS) })

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  recordsOf(db, 'device-event', asked)
    .where(among(textIn('record', 'event'), asked.event))
    .select([
      ...recordRow,
      textIn('record', 'event').as('event'),
      sql<number | null>`nullif(${numberIn('record', 'compartment')}, 0)`.as('compartment'),
      textIn('record', 'probeType').as('probe'),
      sql<string | null>`nullif(${textIn('record', 'text')}, '')`.as('detail'),
      booleanIn('record', 'loaded').as('loaded'),
      textIn('record', 'card').as('card'),
    ])

export default defineReport({
  path: 'cargo_monitor/exception_report/device_event',
  title: { zh: '设备事件', en: 'Device events' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    startedAt: time({ zh: '时间', en: 'Time' }),
    event: choice({ zh: '事件', en: 'Event' }, CARGO_DEVICE_EVENTS),
    compartment: compartment(),
    probe: probeType(),
    detail: text({ zh: '详情', en: 'Detail' }),
    card: text({ zh: '卡号', en: 'Card' }),
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [openDetail],
  rowIs: 'record',
})
