import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openCurve, openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { abnormalLoadingFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow, momentAlarmColumns } from '../alarm-columns.ts'
import { ABNORMAL_LOADINGS } from '../alarm-words.ts'
import { among, atPlaces } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, compartment, compartments, depots, litres, oneOf, product, text, totalLitres } from '../kinds.ts'

const loading = propertiesIn('alarm', abnormalLoadingFact)

const filters = alarmFilters({
  depot: depots(),
  compartment: compartments(),
  kind: oneOf({ zh: '异常情形', en: 'What happened' }, ABNORMAL_LOADINGS),
})

const loaded = sql<number | null>`${loading.number('endVolumeL')} - ${loading.number('startVolumeL')}`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.abnormalLoading], asked)
    .where(atPlaces('alarm', asked.depot))
    .where(among(loading.number('compartment'), asked.compartment))
    .where(among(loading.text('kind'), asked.kind))
    .select([
      ...alarmRow,
      loading.number('compartment').as('compartment'),
      loading.text('kind').as('kind'),
      loading.number('oilCode').as('product'),
      loading.number('planOilCode').as('planned'),
      loading.number('startVolumeL').as('start'),
      loading.number('endVolumeL').as('end'),
      loaded.as('loaded'),
      loading.number('planL').as('plan'),
      loading.text('slipNo').as('slip'),
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
