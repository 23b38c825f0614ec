import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { deviceEventFact } from '@tanker/domain/facts/equipment-facts'
import { type RawBuilder, sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type PlaceCell, type ValuesOf } from '../define-report.ts'
import { ALL_DEVICE_EVENTS, EVENT_SOURCES } from '../device-words.ts'
import { choice, compartment, isChosen, oneOf, place, placeCell, plateCell, shortNameOf, text, time } from '../kinds.ts'
import { recordFilters, recordId, truckColumns } from '../record-columns.ts'

const event = propertiesIn('record', deviceEventFact)

const SOURCE = { zh: '来源', en: 'Source' } as const
const EVENT = { zh: '事件', en: 'Event' } as const

const filters = recordFilters({ source: oneOf(SOURCE, EVENT_SOURCES), event: oneOf(EVENT, ALL_DEVICE_EVENTS) })

const noText = sql<string | null>`NULL::text`

/** What consoles and probes said, drivers' cards, and what the platform sent, in one list. */
const rows = (db: ScopedDb, { scope, when, ...asked }: ValuesOf<typeof filters>) => {
  const said = sql<string>`coalesce(${event.text('event')}, record.name)`
  const source = sql<string>`CASE WHEN record.kind = 'sign-in' THEN 'driver' WHEN ${event.text('probeType')} IS NOT NULL THEN 'probe' ELSE 'console' END`
  const records = db
    .from('record')
    .innerJoin('truck', 'truck.id', 'record.truck_id')
    .innerJoin('organisation', 'organisation.id', 'record.organisation_id')
    .where(isChosen(scope, 'record'))
    .where('record.kind', 'in', ['device-event', 'sign-in'])
    .where('record.started_at', '>=', when.from)
    .where('record.started_at', '<=', when.to)
    .select([
      sql<string>`concat(record.kind, '-', ${recordId})`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      sql<Date>`record.started_at`.as('at'),
      source.as('source'),
      said.as('event'),
      sql<number | null>`nullif(${event.number('compartment')}, 0)`.as('compartment'),
      sql<string | null>`coalesce(nullif(${event.text('text')}, ''), ${event.text('card')})`.as('detail'),
      noText.as('operator'),
      placeCell('record').as('place'),
    ])
  const commands = db
    .from('device_command')
    .innerJoin('truck', 'truck.id', 'device_command.truck_id')
    .innerJoin('organisation', 'organisation.id', 'device_command.organisation_id')
    .where(isChosen(scope, 'device_command'))
    .where('device_command.ordered_at', '>=', when.from)
    .where('device_command.ordered_at', '<=', when.to)
    .select([
      sql<string>`concat('command-', device_command.id)`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      sql<Date>`device_command.ordered_at`.as('at'),
      sql<string>`'platform'`.as('source'),
      sql<string>`concat('command-', device_command.kind)`.as('event'),
      sql<number | null>`device_command.compartment::float8`.as('compartment'),
      sql<string | null>`nullif(concat_ws(' ', device_command.serial, device_command.new_version), '')`.as('detail'),
      sql<string | null>`device_command.ordered_by`.as('operator'),
      sql<PlaceCell | null>`NULL::json`.as('place'),
    ])
  return db.read
    .selectFrom(records.unionAll(commands).as('event'))
    .where(among(sql<string>`event.source`, asked.source))
    .where(among(sql<string>`event.event` as RawBuilder<string>, asked.event))
    .selectAll()
}

/** Everything that devices reported and that was sent to them, with its own words. */
export default defineReport({
  path: 'device_monitor/other_devices/device_event_record',
  title: { zh: '设备事件记录', en: 'Device event record' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    at: time({ zh: '时间', en: 'Time' }),
    source: choice(SOURCE, EVENT_SOURCES),
    event: choice(EVENT, ALL_DEVICE_EVENTS),
    compartment: compartment(),
    detail: text({ zh: '详情', en: 'Detail' }),
    operator: text({ zh: '操作人', en: 'By' }),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'at', order: 'desc' },
  rowIs: 'record',
})
