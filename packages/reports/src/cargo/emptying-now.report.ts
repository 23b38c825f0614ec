import { openCurve } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { emptyingFact, operationFact } from '@tanker/domain/facts/cargo-facts'
import { EMPTYING_MODES, EMPTYING_STATES } from '../cargo-words.ts'
import { among, atPlaces } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  compartment,
  duration,
  isChosen,
  level,
  oneOf,
  place,
  placeCell,
  plateCell,
  product,
  stations,
  text,
  time,
  totalLitres,
  truckOrOrganisation,
  shortNameOf,
} from '../kinds.ts'
import { recordId, truckColumns } from '../record-columns.ts'

const operation = propertiesIn('record', operationFact)

const filters = {
  scope: truckOrOrganisation(),
  state: oneOf({ zh: '状态', en: 'State' }, EMPTYING_STATES),
  station: stations(),
}

/** What is not proven yet, unless the user asks for more. */
const open = ['waiting', 'not-emptied']
const state = sql<string>`CASE WHEN emptied.ok THEN 'emptied' WHEN emptied.ok = false THEN 'not-emptied' ELSE 'waiting' END`

/** The last unloading of each compartment in a day, with the emptying that followed it and what the gauge says now. */
const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  db
    .from('record')
    .innerJoin('truck', 'truck.id', 'record.truck_id')
    .innerJoin('organisation', 'organisation.id', 'record.organisation_id')
    .leftJoin('driver', 'driver.id', 'truck.driver_id')
    .leftJoinLateral(
      sql<{ ok: boolean | null }>`(SELECT ${propertiesIn('e', emptyingFact).flag('ok')} AS ok FROM record AS e
        WHERE e.truck_id = record.truck_id AND e.kind = 'emptying' AND e.object = record.object AND e.started_at >= record.started_at
        ORDER BY e.started_at DESC LIMIT 1)`.as('emptied'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      sql<{ volume: number | null; level: number | null }>`(SELECT r.volume_l AS volume, r.level_mm AS level FROM compartment_reading AS r
        WHERE r.truck_id = record.truck_id AND r.compartment = record.object AND r.at >= record.ended_at
        ORDER BY r.at DESC LIMIT 1)`.as('now'),
      (join) => join.onTrue(),
    )
    .where(isChosen(asked.scope, 'record'))
    .where('record.kind', '=', 'operation')
    .where(operation.is('direction', 'unloading'))
    .where(sql<boolean>`record.ended_at > now() - interval '24 hours'`)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM record AS later WHERE later.truck_id = record.truck_id AND later.kind = 'operation'
        AND later.object = record.object AND later.started_at > record.started_at)`,
    )
    .where(among(state, asked.state ?? open))
    .where(atPlaces('record', asked.station))
    .select([
      recordId.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      placeCell('record').as('station'),
      'record.object as compartment',
      operation.number('oilCode').as('product'),
      'record.ended_at as unloadedAt',
      sql<number>`(extract(epoch FROM now() - record.ended_at) * 1000)::float8`.as('since'),
      sql<number | null>`now.level`.as('level'),
      sql<number | null>`now.volume`.as('volume'),
      'truck.emptying_mode as mode',
      state.as('state'),
      sql<string | null>`driver.name || coalesce(' ' || nullif(driver.mobile, ''), '')`.as('driver'),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/empty',
  title: { zh: '排空监控', en: 'Emptying now' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    station: place({ zh: '卸油站', en: 'Unloaded at' }),
    compartment: compartment(),
    product: product(),
    state: choice({ zh: '状态', en: 'State' }, EMPTYING_STATES),
    unloadedAt: time({ zh: '卸油结束', en: 'Unloading ended' }),
    since: duration({ zh: '已等待', en: 'Waiting' }),
    level: level({ zh: '当前液位', en: 'Level now' }),
    volume: totalLitres({ zh: '当前体积', en: 'Volume now' }),
    mode: choice({ zh: '排空方式', en: 'Emptying by' }, EMPTYING_MODES),
    driver: text({ zh: '驾驶员', en: 'Driver' }),
  },
  sort: { by: 'since', order: 'desc' },
  actions: [openCurve],
  rowIs: 'record',
  live: { everyS: [5, 10, 30, 60] },
})
