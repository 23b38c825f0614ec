import { watchPressure } from '@tanker/contract/actions/airtight'
import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { AIRTIGHT_PHASE_TEXTS, AIRTIGHT_VALVES } from '@tanker/domain/devices/airtight-box'
import { AIRTIGHT_RESULTS, AIRTIGHT_TEST_TEXTS } from '@tanker/domain/devices/airtight-test'
import { airtightTestFact } from '@tanker/domain/facts/equipment-facts'
import { type RawBuilder, sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  celsius,
  choice,
  choices,
  decimal,
  duration,
  EXPIRIES,
  isChosen,
  oneOf,
  place,
  plateCell,
  shortNameOf,
  text,
  time,
  truckOrOrganisation,
  wholeNumber,
  yesNo,
} from '../kinds.ts'
import { limitOf } from '../limits.ts'
import { truckColumns } from '../record-columns.ts'
import { compartmentsIn, daysUntil, truckDue, VALIDITY, validityOf } from './airtight-columns.ts'

const PHASE = { zh: '检测状态', en: 'Test state' } as const

/** Of a truck: a compartment that has not passed both tests leaves it untested. */
const VALIDITIES = { ...EXPIRIES, untested: { zh: '未完成检测', en: 'Not fully tested' } } as const
const validityOfTruck = sql<keyof typeof VALIDITIES>`coalesce(${validityOf(sql`due.at`)}, 'untested')`

const filters = {
  scope: truckOrOrganisation(),
  phase: oneOf(PHASE, AIRTIGHT_PHASE_TEXTS),
  validity: oneOf(VALIDITY, VALIDITIES),
}

/** What a box said last is shown for a day. */
const SHOWN_H = 24

type Newest = {
  at: Date
  phase: string
  test: string
  answering: boolean
  test_no: number
  pressure_pa: number
  temperature_c: number
  valve_bits: number
  compartment_bits: number
  lat: number
  lng: number
}

const last = propertiesIn('last_test', airtightTestFact)

/** Keys of the open valves with commas between them. */
const openValves = sql<string>`concat_ws(',', ${sql.join(
  Object.keys(AIRTIGHT_VALVES).map((key, bit) => sql`CASE WHEN newest.valve_bits >> ${sql.lit(bit)} & 1 = 1 THEN ${sql.lit(key)} END`),
)})`

/** Of a test that goes on: the compartments, and since when the pressure is held. */
const whileTesting = <T>(value: RawBuilder<T>): RawBuilder<T | null> =>
  sql<T | null>`CASE WHEN newest.phase IN ('pressurising', 'holding') THEN ${value} END`
const heldMs = sql<number | null>`CASE WHEN newest.phase = 'holding' AND ${last.number('testNo')} = newest.test_no
  THEN (extract(epoch FROM newest.at - last_test.started_at) * 1000)::float8 END`

const rows = (db: ScopedDb, { scope, phase, validity }: ValuesOf<typeof filters>) =>
  db
    .from('truck')
    .innerJoin('organisation', 'organisation.id', 'truck.organisation_id')
    .innerJoin('truck_state', 'truck_state.truck_id', 'truck.id')
    .innerJoinLateral(
      sql<Newest>`(SELECT * FROM airtight_reading
        WHERE airtight_reading.truck_id = truck.id
          AND at BETWEEN truck_state.last_at - ${sql.lit(SHOWN_H)} * interval '1 hour' AND truck_state.last_at
        ORDER BY at DESC LIMIT 1)`.as('newest'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      sql<{ started_at: Date }>`(SELECT started_at, properties FROM record
        WHERE record.truck_id = truck.id AND record.kind = ${sql.lit(airtightTestFact.kind)}
        ORDER BY started_at DESC LIMIT 1)`.as('last_test'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(sql<{ at: Date | null }>`(SELECT ${truckDue} AS at)`.as('due'), (join) => join.onTrue())
    .where(isChosen(scope, 'truck'))
    .where(among(sql<string>`newest.phase`, phase))
    .where(among(validityOfTruck, validity))
    .select([
      sql<string>`truck.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      sql<boolean>`newest.answering AND newest.at >= now() - ${limitOf('statusOfflineMin')} * interval '1 minute'`.as('online'),
      'newest.phase',
      sql<string | null>`nullif(newest.test, 'none')`.as('test'),
      sql<number>`newest.pressure_pa / 1000.0::float8`.as('pressure'),
      'newest.temperature_c as temperature',
      openValves.as('valves'),
      whileTesting(compartmentsIn(sql<number>`newest.compartment_bits`)).as('compartments'),
      heldMs.as('held'),
      'last_test.started_at as lastTest',
      last.text('result').as('lastResult'),
      sql<Date | null>`due.at`.as('due'),
      daysUntil(sql`due.at`).as('daysLeft'),
      validityOfTruck.as('validity'),
      'newest.at',
      sql<{ name: string; lat: number; lng: number }>`json_build_object('name', '', 'lat', newest.lat, 'lng', newest.lng)`.as('place'),
    ])

/** What the test box of each truck says now, and when the truck must be tested again. */
export default defineReport({
  path: 'airtight_detection/real_status',
  title: { zh: '实时状态（密闭性）', en: 'Real-time airtight status' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    online: yesNo({ zh: '检测仪在线', en: 'Box online' }),
    phase: choice(PHASE, AIRTIGHT_PHASE_TEXTS),
    test: choice({ zh: '检测项目', en: 'Test' }, AIRTIGHT_TEST_TEXTS),
    pressure: decimal({ zh: '当前压力', en: 'Pressure now' }, 'kPa', 3),
    temperature: celsius({ zh: '温度', en: 'Temperature' }),
    valves: choices({ zh: '打开的阀门', en: 'Open valves' }, AIRTIGHT_VALVES),
    compartments: text({ zh: '检测的仓', en: 'Compartments under test' }),
    held: duration({ zh: '已保压', en: 'Held for' }),
    lastTest: time({ zh: '最近检测', en: 'Last test' }),
    lastResult: choice({ zh: '最近结果', en: 'Last result' }, AIRTIGHT_RESULTS),
    due: time({ zh: '下次检测期限', en: 'Next test due' }),
    daysLeft: wholeNumber({ zh: '剩余天数', en: 'Days left' }),
    validity: choice(VALIDITY, VALIDITIES),
    at: time({ zh: '时间', en: 'Time' }),
    place: place({ zh: '位置', en: 'Place' }),
  },
  sort: { by: 'at', order: 'desc' },
  actions: [watchPressure],
  rowIs: 'record',
  live: { everyS: [5, 10, 30, 60] },
})
