import { openDetail } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { deviceEventFact } from '@tanker/domain/facts/equipment-facts'
import { CARGO_DEVICE_EVENTS } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, compartment, oneOf, place, probeType, text, time, yesNo } from '../kinds.ts'
import { recordFilters, recordRow, recordsOf, truckColumns } from '../record-columns.ts'

const event = propertiesIn('record', deviceEventFact)

const filters = recordFilters({ event: oneOf({ zh: '事件', en: 'Event' }, CARGO_DEVICE_EVENTS) })

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  recordsOf(db, deviceEventFact, asked)
    .where(among(event.text('event'), asked.event))
    .select([
      ...recordRow,
      event.text('event').as('event'),
      sql<number | null>`nullif(${event.number('compartment')}, 0)`.as('compartment'),
      event.text('probeType').as('probe'),
      sql<string | null>`nullif(${event.text('text')}, '')`.as('detail'),
      event.flag('loaded').as('loaded'),
      event.text('card').as('card'),
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
