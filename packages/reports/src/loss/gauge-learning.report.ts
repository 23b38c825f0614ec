import { showGauge } from '@tanker/contract/actions/gauge-learning'
import { type RawBuilder, sql } from 'kysely'
import type { ScopedDb } from '@tanker/database/scope'
import { GAUGE_VERDICT_WORDS } from '@tanker/domain/gauge-learning/verdict-words'
import type { Text } from '@tanker/domain/texts/text'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  compartment,
  compartments,
  decimal,
  isChosen,
  oneOf,
  plateCell,
  product,
  text,
  time,
  truckOrOrganisation,
  wholeNumber,
  shortNameOf,
} from '../kinds.ts'
import { truckColumns } from '../record-columns.ts'

/** State of a proposal. */
const CORRECTION_STATES = {
  proposed: { zh: '待处理', en: 'Pending' },
  'to-send': { zh: '已接受，待下发', en: 'Accepted, to be sent' },
  accepted: { zh: '已接受', en: 'Accepted' },
  done: { zh: '已修正', en: 'Corrected' },
} as const satisfies Readonly<Record<string, Text>>

const verdictLabel = { zh: '判断', en: 'Finding' }
const filters = {
  scope: truckOrOrganisation(),
  compartment: compartments(),
  verdict: oneOf(verdictLabel, GAUGE_VERDICT_WORDS),
}

/** Litres lost by errors worth checking; empty when the gauge is fine or not known yet. */
const litresAMonth = sql<number | null>`CASE WHEN gauge_learning.correction <> '{}' OR gauge_learning.verdict = 'unclear'
  THEN abs(gauge_learning.litres_a_month) END`

/** With its sign, at one decimal; nothing is neither more nor less. */
const signed = (value: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`CASE sign(round(${value}, 1)) WHEN -1 THEN '−' WHEN 1 THEN '+' ELSE '' END || trim(to_char(abs(${value}), '990.0'))`
/** A value and its one sigma, as people write it. */
const known = (value: string, sigma: string): RawBuilder<string> =>
  sql<string>`${signed(sql`${sql.ref(value)}::numeric`)} || ' ± ' || trim(to_char(${sql.ref(sigma)}::numeric, '990.0'))`

const corrected = (cause: string) => sql`(gauge_learning.correction -> ${sql.lit(cause)} ->> 'value')::numeric`
/** The proposal in signs that both languages read. */
const proposal = sql<string | null>`nullif(concat_ws('; ',
  CASE WHEN gauge_learning.correction ? 'scale' THEN '× ' || trim(to_char(1 + ${corrected('scale')} / 1000, '0.0000')) END,
  CASE WHEN gauge_learning.correction ? 'offset' THEN ${signed(corrected('offset'))} || ' mm' END,
  CASE WHEN gauge_learning.correction ? 'temperature' THEN ${signed(corrected('temperature'))} || ' °C' END), '')`

const state = sql<
  string | null
>`CASE WHEN gauge_learning.accepted_at IS NULL THEN CASE WHEN gauge_learning.correction <> '{}' THEN 'proposed' END
  WHEN gauge_learning.since >= gauge_learning.accepted_at
    OR (gauge_learning.tank_table_id IS NULL AND gauge_learning.accepted ?| ARRAY['scale', 'offset']) THEN CASE WHEN gauge_learning.correction <> '{}' THEN 'proposed' ELSE 'done' END
  WHEN gauge_learning.tank_table_id IS NOT NULL AND tank_table.synced_at IS NULL AND truck.volume_source <> 'platform' THEN 'to-send' ELSE 'accepted' END`

const rows = (db: ScopedDb, { scope, ...asked }: ValuesOf<typeof filters>) =>
  db
    .from('gauge_learning')
    .innerJoin('truck', 'truck.id', 'gauge_learning.truck_id')
    .innerJoin('organisation', 'organisation.id', 'gauge_learning.organisation_id')
    .leftJoin('tank_table', 'tank_table.id', 'gauge_learning.tank_table_id')
    .where(isChosen(scope, 'gauge_learning'))
    .where(among(sql<number>`gauge_learning.compartment`, asked.compartment))
    .where(among(sql<string>`gauge_learning.verdict`, asked.verdict))
    .select([
      sql<string>`gauge_learning.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'gauge_learning.compartment',
      'gauge_learning.oil_code as product',
      'gauge_learning.verdict',
      proposal.as('proposal'),
      litresAMonth.as('litres'),
      known('gauge_learning.scale_permille', 'gauge_learning.scale_sigma').as('scale'),
      known('gauge_learning.offset_mm', 'gauge_learning.offset_sigma').as('offset'),
      known('gauge_learning.temperature_c', 'gauge_learning.temperature_sigma').as('temperature'),
      sql<number>`gauge_learning.loadings + gauge_learning.unloadings`.as('observations'),
      'gauge_learning.left_out as leftOut',
      state.as('state'),
      'gauge_learning.last_at as lastAt',
      'gauge_learning.learned_at as learnedAt',
    ])

export default defineReport({
  path: 'cargo_monitor/data_analysis/gauge_learning',
  title: { zh: '计量校准分析', en: 'Gauge calibration insight' },
  filters,
  rows,
  columns: {
    ...truckColumns(),
    compartment: compartment(),
    verdict: choice(verdictLabel, GAUGE_VERDICT_WORDS),
    proposal: text({ zh: '建议修正', en: 'Proposed correction' }),
    state: choice({ zh: '处理', en: 'Handling' }, CORRECTION_STATES),
    litres: decimal({ zh: '影响油量/月', en: 'Litres per month' }, 'L', 0),
    scale: text({ zh: '罐容表偏差 (‰)', en: 'Table error (‰)' }),
    offset: text({ zh: '液位偏移 (mm)', en: 'Level offset (mm)' }),
    temperature: text({ zh: '温度偏差 (°C)', en: 'Temperature bias (°C)' }),
    product: product(),
    observations: wholeNumber({ zh: '比对次数', en: 'Loads compared' }),
    leftOut: wholeNumber({ zh: '剔除', en: 'Left out' }),
    lastAt: time({ zh: '最近比对', en: 'Last load' }),
    learnedAt: time({ zh: '计算时间', en: 'Computed' }),
  },
  sort: { by: 'litres', order: 'desc' },
  emptyHint: {
    zh: '付油单（每仓）或只卸一个仓的油站收油记录与配送匹配后，次日凌晨出现在这里。满 10 次比对才会给出判断；装到不同液位、付油单带温度，判断更准。',
    en: 'A compartment appears the night after a meter ticket, or a station receipt of that compartment alone, was matched to a delivery. A finding takes 10 loads; loads to different levels and tickets with a temperature make it sharper.',
  },
  actions: [showGauge],
  rowIs: 'record',
})
