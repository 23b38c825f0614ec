import { openCurve } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { coverFact } from '@tanker/domain/facts/seal-facts'
import { COVERS, LOAD_STATES } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  compartment,
  decimal,
  duration,
  isChosen,
  litres,
  oneOf,
  place,
  placeCell,
  plateCell,
  processState,
  speed,
  text,
  time,
  truckOrOrganisation,
  yesNo,
  shortNameOf,
} from '../kinds.ts'
import { recordId, truckColumns } from '../record-columns.ts'

const cover = propertiesIn('record', coverFact)

const WHY = {
  open: { zh: '现在打开', en: 'Open now' },
  moving: { zh: '重车开盖行驶', en: 'Open while moving loaded' },
} as const

const filters = {
  scope: truckOrOrganisation(),
  why: oneOf({ zh: '情形', en: 'Reason' }, WHY),
  cover: oneOf({ zh: '铅封类型', en: 'Seal' }, COVERS),
  load: oneOf({ zh: '载重', en: 'Load' }, LOAD_STATES),
}

const why = sql<string>`CASE WHEN record.ended_at IS NULL THEN 'open' ELSE 'moving' END`
const loadedAndMoving = sql<boolean>`${cover.is('loaded', true)}
  AND (${cover.is('placeKind', 'moving')} OR ${cover.is('movedOpen', true)})`
const gone = sql<number | null>`now.volume - ${cover.number('volumeBeforeL')}`

/** What is open, and what stood open in the last day while the truck drove with a load. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('record')
    .innerJoin('truck', 'truck.id', 'record.truck_id')
    .innerJoin('organisation', 'organisation.id', 'record.organisation_id')
    .leftJoin('driver', 'driver.id', 'truck.driver_id')
    .leftJoinLateral(
      sql<{ volume: number | null }>`(SELECT r.volume_l AS volume FROM compartment_reading AS r
        WHERE r.truck_id = record.truck_id AND r.compartment = (${cover.text('compartment')})::int AND r.at >= record.started_at
        ORDER BY r.at DESC LIMIT 1)`.as('now'),
      (join) => join.onTrue(),
    )
    .where(isChosen(asked.scope, 'record'))
    .where('record.kind', '=', coverFact.kind)
    .where(sql<boolean>`record.started_at > now() - interval '1 day'`)
    .where(sql<boolean>`(record.ended_at IS NULL OR (${loadedAndMoving}))`)
    .where(among(why, asked.why))
    .where(among(cover.text('probeType'), asked.cover))
    .where(among(cover.text('loaded'), asked.load))
    .select([
      recordId.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      cover.number('compartment').as('compartment'),
      cover.text('probeType').as('cover'),
      why.as('why'),
      'record.started_at as openedAt',
      sql<number>`(extract(epoch FROM coalesce(record.ended_at, now()) - record.started_at) * 1000)::float8`.as('open'),
      cover.flag('loaded').as('loaded'),
      cover.text('processState').as('processState'),
      placeCell('record').as('place'),
      'record.speed_kmh as speed',
      sql<number | null>`${cover.number('movedM')} / 1000`.as('distance'),
      sql<number | null>`now.volume`.as('volume'),
      gone.as('change'),
      sql<string | null>`driver.name || coalesce(' ' || nullif(driver.mobile, ''), '')`.as('driver'),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/useing_open',
  title: { zh: '使用中开盖', en: 'Covers open in use' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    compartment: compartment(),
    cover: choice({ zh: '铅封类型', en: 'Seal' }, COVERS),
    why: choice({ zh: '情形', en: 'Reason' }, WHY),
    open: duration({ zh: '已打开', en: 'Open for' }),
    change: litres({ zh: '体积变化', en: 'Volume change' }),
    openedAt: time({ zh: '打开时间', en: 'Opened' }),
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    processState: processState(),
    place: place({ zh: '打开位置', en: 'Opened at' }),
    speed: speed({ zh: '打开时速度', en: 'Speed at opening' }),
    distance: decimal({ zh: '开盖行驶', en: 'Driven open' }, 'km', 2),
    volume: litres({ zh: '当前体积', en: 'Volume now' }),
    driver: text({ zh: '驾驶员', en: 'Driver' }),
  },
  sort: { by: 'open', order: 'desc' },
  actions: [openCurve],
  rowIs: 'record',
  live: { everyS: [5, 10, 30, 60] },
})
