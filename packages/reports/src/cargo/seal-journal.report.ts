import { openCurve, openDetail } from '@tanker/contract/actions/row-details'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { sealChangeFact } from '@tanker/domain/facts/seal-facts'
import { SEAL_ACTIONS, SEAL_PROBES } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  compartment,
  compartments,
  heading,
  level,
  litres,
  oneOf,
  place,
  processState,
  speed,
  time,
  wholeNumber,
  yesNo,
} from '../kinds.ts'
import { recordFilters, recordRow, recordsOf, truckColumns } from '../record-columns.ts'

const change = propertiesIn('record', sealChangeFact)

const filters = recordFilters({
  compartment: compartments(),
  probe: oneOf({ zh: '探头类型', en: 'Probe' }, SEAL_PROBES),
  action: oneOf({ zh: '动作', en: 'Change' }, SEAL_ACTIONS),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  recordsOf(db, sealChangeFact, asked)
    .where(among(change.number('compartment'), asked.compartment))
    .where(among(change.text('probeType'), asked.probe))
    .where(among(change.text('action'), asked.action))
    .select([
      ...recordRow,
      change.number('compartment').as('compartment'),
      change.text('probeType').as('probe'),
      change.number('line').as('line'),
      change.text('action').as('action'),
      change.text('processState').as('processState'),
      change.flag('loaded').as('loaded'),
      change.number('levelMm').as('level'),
      change.number('volumeL').as('volume'),
      change.number('sealCount').as('sealCount'),
      'record.speed_kmh as speed',
      'record.heading_deg as heading',
      change.flag('resent').as('resent'),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/switch_cover_flow',
  title: { zh: '开关盖流水', en: 'Cover journal' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    startedAt: time({ zh: '时间', en: 'Time' }),
    compartment: compartment(),
    probe: choice({ zh: '探头类型', en: 'Probe' }, SEAL_PROBES),
    action: choice({ zh: '动作', en: 'Change' }, SEAL_ACTIONS),
    processState: processState(),
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    place: place({ zh: '位置', en: 'Place' }),
    speed: speed({ zh: '速度', en: 'Speed' }),
    heading: heading({ zh: '方向', en: 'Direction' }),
    level: level({ zh: '液位', en: 'Level' }),
    volume: litres({ zh: '视体积', en: 'Volume' }),
    sealCount: wholeNumber({ zh: '铅封计数', en: 'Seal count' }),
    line: wholeNumber({ zh: '总线', en: 'Bus' }),
    resent: yesNo({ zh: '补传', en: 'Late upload' }),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [openDetail, openCurve],
  rowIs: 'record',
})
