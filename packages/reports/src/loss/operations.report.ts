import { openCurve, openDetail } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { operationFact } from '@tanker/domain/facts/cargo-facts'
import { JUDGEMENTS } from '../cargo-words.ts'
import { among, atPlaces } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  celsius,
  choice,
  compartment,
  compartments,
  depots,
  duration,
  flowRate,
  level,
  litres,
  oneOf,
  place,
  product,
  stations,
  time,
  totalLitres,
  plate,
  organisation,
} from '../kinds.ts'
import { OPERATION_KINDS, OPERATION_WAYS, SITE_KINDS } from '../loss-words.ts'
import { recordFilters, recordRow, recordsOf } from '../record-columns.ts'

const operation = propertiesIn('record', operationFact)

const filters = recordFilters({
  kind: oneOf({ zh: '作业类型', en: 'Operation' }, OPERATION_KINDS),
  station: stations(),
  depot: depots(),
  compartment: compartments(),
})

const kind = sql<string>`coalesce(${operation.text('opKind')}, ${operation.text('direction')})`
type Litres = 'startVolumeL' | 'endVolumeL' | 'startV20L' | 'endV20L'
const change = (start: Litres, end: Litres) => sql<number | null>`abs(${operation.number(end)} - ${operation.number(start)})`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  recordsOf(db, operationFact, asked)
    .where(among(kind, asked.kind))
    .where(atPlaces('record', asked.station))
    .where(atPlaces('record', asked.depot))
    .where(among(operation.number('compartment'), asked.compartment))
    .select([
      ...recordRow,
      kind.as('kind'),
      sql<string | null>`(SELECT fence.kind FROM fence WHERE fence.id = record.fence_id)`.as('placeKind'),
      operation.number('compartment').as('compartment'),
      operation.number('oilCode').as('product'),
      operation.number('startLevelMm').as('startLevel'),
      operation.number('endLevelMm').as('endLevel'),
      operation.number('startVolumeL').as('startVolume'),
      operation.number('endVolumeL').as('endVolume'),
      operation.number('startV20L').as('startV20'),
      operation.number('endV20L').as('endV20'),
      operation.number('startTemperatureC').as('startTemperature'),
      operation.number('endTemperatureC').as('endTemperature'),
      change('startVolumeL', 'endVolumeL').as('moved'),
      change('startV20L', 'endV20L').as('movedV20'),
      operation.number('averageLpm').as('rate'),
      operation.text('way').as('way'),
      operation.text('judge').as('judge'),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/operation_record',
  title: { zh: '作业记录', en: 'Operations' },
  filters,
  rows,
  columns: {
    plate: plate(),
    startedAt: time({ zh: '开始时间', en: 'Started' }),
    kind: choice({ zh: '作业类型', en: 'Operation' }, OPERATION_KINDS),
    movedV20: totalLitres({ zh: '作业量(V20)', en: 'Moved (V20)' }),
    judge: choice({ zh: '判定', en: 'Judgement' }, JUDGEMENTS),
    place: place({ zh: '作业地点', en: 'Place' }),
    compartment: compartment(),
    product: product(),
    placeKind: choice({ zh: '地点类型', en: 'Kind of place' }, SITE_KINDS),
    endedAt: time({ zh: '结束时间', en: 'Ended' }),
    duration: duration({ zh: '时长', en: 'Duration' }),
    startLevel: level({ zh: '开始液位', en: 'Level at start' }),
    endLevel: level({ zh: '结束液位', en: 'Level at end' }),
    startVolume: litres({ zh: '开始视体积', en: 'Volume at start' }),
    endVolume: litres({ zh: '结束视体积', en: 'Volume at end' }),
    startV20: litres({ zh: '开始 V20', en: 'V20 at start' }),
    endV20: litres({ zh: '结束 V20', en: 'V20 at end' }),
    startTemperature: celsius({ zh: '开始温度', en: 'Temperature at start' }),
    endTemperature: celsius({ zh: '结束温度', en: 'Temperature at end' }),
    moved: totalLitres({ zh: '作业量(Vt)', en: 'Moved (Vt)' }),
    rate: flowRate({ zh: '平均流量', en: 'Average rate' }),
    way: choice({ zh: '方式', en: 'Way' }, OPERATION_WAYS),
    organisation: organisation(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [openDetail, openCurve],
  rowIs: 'record',
})
