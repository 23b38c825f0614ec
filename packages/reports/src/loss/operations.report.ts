import { openCurve, openDetail } from '@tanker/contract/actions/row-details'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
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
  numberIn,
  oneOf,
  place,
  product,
  stations,
  textIn,
  time,
  totalLitres,
} from '../kinds.ts'
import { OPERATION_KINDS, OPERATION_WAYS, SITE_KINDS } from '../loss-words.ts'
import { recordFilters, recordRow, recordsOf, truckColumns } from '../record-columns.ts'

const filters = recordFilters({
  kind: oneOf({ zh: '作业类型', en: 'Operation' }, OPERATION_KINDS),
  station: stations(),
  depot: depots(),
  compartment: compartments(),
})

const kind = sql<string>`coalesce(record.properties ->> 'opKind', record.properties ->> 'direction')`
const change = (start: string, end: string) => sql<number | null>`abs(${numberIn('record', end)} - ${numberIn('record', start)})`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  recordsOf(db, 'operation', asked)
    .where(among(kind, asked.kind))
    .where(atPlaces('record', asked.station))
    .where(atPlaces('record', asked.depot))
    .where(among(numberIn('record', 'compartment'), asked.compartment))
    .select([
      ...recordRow,
      kind.as('kind'),
      sql<string | null>`(SELECT fence.kind FROM fence WHERE fence.id = record.fence_id)`.as('placeKind'),
      numberIn('record', 'compartment').as('compartment'),
      numberIn('record', 'oilCode').as('product'),
      numberIn('record', 'startLevelMm').as('startLevel'),
      numberIn('record', 'endLevelMm').as('endLevel'),
      numberIn('record', 'startVolumeL').as('startVolume'),
      numberIn('record', 'endVolumeL').as('endVolume'),
      numberIn('record', 'startV20L').as('startV20'),
      numberIn('record', 'endV20L').as('endV20'),
      numberIn('record', 'startTemperatureC').as('startTemperature'),
      numberIn('record', 'endTemperatureC').as('endTemperature'),
      change('startVolumeL', 'endVolumeL').as('moved'),
      change('startV20L', 'endV20L').as('movedV20'),
      numberIn('record', 'averageLpm').as('rate'),
      textIn('record', 'way').as('way'),
      textIn('record', 'judge').as('judge'),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/operation_record',
  title: { zh: '作业记录', en: 'Operations' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    kind: choice({ zh: '作业类型', en: 'Operation' }, OPERATION_KINDS),
    place: place({ zh: '作业地点', en: 'Place' }),
    placeKind: choice({ zh: '地点类型', en: 'Kind of place' }, SITE_KINDS),
    compartment: compartment(),
    product: product(),
    startedAt: time({ zh: '开始时间', en: 'Started' }),
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
    movedV20: totalLitres({ zh: '作业量(V20)', en: 'Moved (V20)' }),
    rate: flowRate({ zh: '平均流量', en: 'Average rate' }),
    way: choice({ zh: '方式', en: 'Way' }, OPERATION_WAYS),
    judge: choice({ zh: '判定', en: 'Judgement' }, JUDGEMENTS),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [openDetail, openCurve],
  rowIs: 'record',
})
