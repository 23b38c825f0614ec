import { handleAlarm } from '@tanker/contract/actions/alarms'
import { openDetail } from '@tanker/contract/actions/row-details'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { boxDoorFact } from '@tanker/domain/facts/seal-facts'
import { alarmColumns, alarmFilters, alarmRow, alarmsOf, handlingColumns, handlingRow } from '../alarm-columns.ts'
import { BOX_DOORS, BOXES, LOAD_STATES } from '../cargo-words.ts'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { DOOR_FAULTS } from '../device-words.ts'
import { choice, oneOf, speed, yesNo } from '../kinds.ts'

const door = propertiesIn('alarm', boxDoorFact)

const filters = alarmFilters({
  kind: oneOf({ zh: '异常', en: 'Fault' }, DOOR_FAULTS),
  load: oneOf({ zh: '载重', en: 'Load' }, LOAD_STATES),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  alarmsOf(db, [ALARM.boxDoorOutside], asked)
    .where(among(door.text('reason'), asked.kind))
    .where(among(door.text('loaded'), asked.load))
    .select([
      ...alarmRow,
      door.text('compartment').as('box'),
      door.text('probeType').as('door'),
      door.text('reason').as('kind'),
      'alarm.speed_kmh as speed',
      door.flag('loaded').as('loaded'),
      ...handlingRow,
    ])

const { plate, organisation, grade, startedAt, endedAt, ended, duration, place } = alarmColumns()

/** Box doors opened outside the sites, open while driving, or left open. */
export default defineReport({
  path: 'device_monitor/other_devices/box_door_err',
  title: { zh: '箱门异常', en: 'Box door faults' },
  filters,
  rows,
  columns: {
    plate,
    organisation,
    startedAt,
    kind: choice({ zh: '异常', en: 'Fault' }, DOOR_FAULTS),
    place,
    duration,
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
    grade,
    ended,
    box: choice({ zh: '箱号', en: 'Box' }, BOXES),
    door: choice({ zh: '箱门', en: 'Box door' }, BOX_DOORS),
    speed: speed({ zh: '速度', en: 'Speed' }),
    endedAt,
    ...handlingColumns(),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [handleAlarm, openDetail],
  rowIs: 'alarm',
})
