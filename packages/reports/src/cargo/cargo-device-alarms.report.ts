import { handleAlarm } from '@tanker/contract/actions/alarms'
import { correctFenceOfAlarm } from '@tanker/contract/actions/fences'
import { openCurve, openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { cargoDeviceFact, fenceEdgeFact, stormAlarmFact, terminalIdentityFact } from '@tanker/domain/facts/equipment-facts'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { DEVICE_TROUBLES } from '../alarm-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, compartment, compartments, decimal, oneOf, processState, text, wholeNumber } from '../kinds.ts'

const trouble = propertiesIn('alarm', cargoDeviceFact, fenceEdgeFact, stormAlarmFact, terminalIdentityFact)

const filters = alarmFilters({ compartment: compartments(), kind: oneOf({ zh: '故障', en: 'Trouble' }, DEVICE_TROUBLES) })

const kind = sql<string | null>`CASE WHEN alarm.type = ${sql.lit(ALARM.alarmStorm)} THEN 'storm' ELSE ${trouble.text('kind')} END`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.cargoDevice, ALARM.alarmStorm, ALARM.terminalIdentity, ALARM.fenceEdge], asked)
    .where(among(trouble.number('compartment'), asked.compartment))
    .where(among(kind, asked.kind))
    .select([
      ...alarmRow,
      sql<number | null>`nullif(${trouble.number('compartment')}, 0)`.as('compartment'),
      kind.as('kind'),
      sql<number | null>`coalesce(${trouble.number('extreme')}, ${trouble.number('count')})`.as('extreme'),
      trouble.number('limit').as('limit'),
      sql<number | null>`nullif(${trouble.number('faultCode')}, 0)`.as('faultCode'),
      trouble.text('processState').as('processState'),
      trouble.text('terminalId').as('terminalId'),
      trouble.text('address').as('address'),
      ...handlingRow,
    ])

export default defineReport({
  path: 'cargo_monitor/exception_report/device_alarm',
  title: { zh: '设备报警', en: 'Cargo device alarms' },
  filters,
  rows,
  columns: {
    ...alarmColumns(),
    compartment: compartment(),
    kind: choice({ zh: '故障', en: 'Trouble' }, DEVICE_TROUBLES),
    extreme: decimal({ zh: '极值', en: 'Worst value' }, null, 1),
    limit: decimal({ zh: '限值', en: 'Limit' }, null, 1),
    faultCode: wholeNumber({ zh: '故障码', en: 'Fault code' }),
    processState: processState(),
    terminalId: text({ zh: '终端ID', en: 'Terminal ID' }),
    address: text({ zh: '来自地址', en: 'From address' }),
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, correctFenceOfAlarm, openDetail, openCurve],
  rowIs: 'alarm',
})
