import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openCurve, openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarm-code'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow, momentAlarmColumns } from '../alarm-columns.ts'
import { ABNORMAL_LOADINGS } from '../alarm-words.ts'
import { among, atPlaces } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, compartment, compartments, depots, litres, numberIn, oneOf, product, text, textIn, totalLitres } from '../kinds.ts'

const filters = alarmFilters({
  depot: depots(),
  compartment: compartments(),
  kind: oneOf({ zh: '异常情形', en: 'What happened' }, ABNORMAL_LOADINGS),
})

const loaded = sql<number | null>`${numberIn('alarm', 'endVolumeL')} - ${numberIn('alarm', 'startVolumeL')}`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.abnormalLoading], asked)
    .where(atPlaces('alarm', asked.depot))
    .where(among(numberIn('alarm', 'compartment'), asked.compartment))
    .where(among(textIn('alarm', 'kind'), asked.kind))
    .select([
      ...alarmRow,
      numberIn('alarm', 'compartment').as('compartment'),
      textIn('alarm', 'kind').as('kind'),
      numberIn('alarm', 'oilCode').as('product'),
      numberIn('alarm', 'planOilCode').as('planned'),
      numberIn('alarm', 'startVolumeL').as('start'),
      numberIn('alarm', 'endVolumeL').as('end'),
      loaded.as('loaded'),
      numberIn('alarm', 'planL').as('plan'),
      textIn('alarm', 'slipNo').as('slip'),
      ...handlingRow,
    ])

export default defineReport({
  path: 'cargo_monitor/exception_report/bz_abnormal_oil_loading',
  title: { zh: '异常装油', en: 'Abnormal loadings' },
  filters,
  rows,
  columns: {
    ...momentAlarmColumns(),
    compartment: compartment(),
    kind: choice({ zh: '异常情形', en: 'What happened' }, ABNORMAL_LOADINGS),
    product: product(),
    planned: product({ zh: '计划油品', en: 'Planned product' }),
    start: litres({ zh: '装前体积', en: 'Volume before' }),
    end: litres({ zh: '装后体积', en: 'Volume after' }),
    loaded: totalLitres({ zh: '装入量', en: 'Loaded' }),
    plan: litres({ zh: '计划量', en: 'Planned' }),
    slip: text({ zh: '配送单号', en: 'Slip' }),
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail, openCurve],
  rowIs: 'alarm',
})
