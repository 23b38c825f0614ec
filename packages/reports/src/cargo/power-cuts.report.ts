import { openDetail } from '@tanker/contract/actions/row-details'
import type { ScopedDb } from '@tanker/database/scope'
import { propertiesIn } from '@tanker/database/fact-properties'
import { powerCutFact } from '@tanker/domain/facts/equipment-facts'
import { LOAD_STATES } from '../cargo-words.ts'
import { among, notBelow } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { atLeast, decimal, duration, durationOf, oneOf, place, time, totalDecimal, yesNo } from '../kinds.ts'
import { recordFilters, recordRow, recordsOf, truckColumns } from '../record-columns.ts'

const powerCut = propertiesIn('record', powerCutFact)

const filters = recordFilters({
  seconds: atLeast({ zh: '断电时长不低于', en: 'Cut for at least' }, 's'),
  metres: atLeast({ zh: '断电里程不低于', en: 'Moved at least' }, 'm'),
  load: oneOf({ zh: '载重', en: 'Load' }, LOAD_STATES),
})

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) =>
  recordsOf(db, powerCutFact, asked)
    .where(notBelow(durationOf('record'), asked.seconds === undefined ? undefined : asked.seconds * 1000))
    .where(notBelow(powerCut.number('distanceM'), asked.metres))
    .where(among(powerCut.text('loaded'), asked.load))
    .select([
      ...recordRow,
      powerCut.place('endPlace').as('endPlace'),
      powerCut.number('distanceM').as('distance'),
      powerCut.number('lowestV').as('lowest'),
      powerCut.flag('loaded').as('loaded'),
    ])

export default defineReport({
  path: 'cargo_monitor/event_report/switch_electricity',
  title: { zh: '通断电记录', en: 'Power cuts' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    startedAt: time({ zh: '断电时间', en: 'Power off' }),
    endedAt: time({ zh: '通电时间', en: 'Power on' }),
    duration: duration({ zh: '断电时长', en: 'Duration' }),
    place: place({ zh: '断电位置', en: 'Off at' }),
    endPlace: place({ zh: '通电位置', en: 'On at' }),
    distance: totalDecimal({ zh: '断电里程', en: 'Moved while off' }, 'm', 0),
    lowest: decimal({ zh: '最低电压', en: 'Lowest voltage' }, 'V', 2),
    loaded: yesNo({ zh: '重车', en: 'Loaded' }),
  },
  sort: { by: 'startedAt', order: 'desc' },
  actions: [openDetail],
  rowIs: 'record',
})
