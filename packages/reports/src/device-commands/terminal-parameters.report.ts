import { sendTerminalParameters } from '@tanker/contract/actions/terminal-parameters'
import { TERMINAL_PARAMETER_NAMES as NAMES, terminalWords } from '@tanker/contract/terminal-parameter-words'
import type { ScopedDb } from '@tanker/database/scope'
import type { Language } from '@tanker/domain/texts/text'
import { type RawBuilder, sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  isChosen,
  oneOf,
  organisation,
  period,
  plate,
  plateCell,
  shortNameOf,
  text,
  time,
  truckOrOrganisation,
  wholeNumber,
} from '../kinds.ts'
import { SEND_FAILURES, SEND_STATES, STATE } from './send-words.ts'

const PARAMETER = { zh: '参数', en: 'Parameter' } as const

const filters = {
  scope: truckOrOrganisation(),
  period: period({ maxDays: 31 }),
  parameter: oneOf(PARAMETER, NAMES),
  state: oneOf(STATE, SEND_STATES),
}

const NOTHING = { zh: '无', en: 'None' } as const
const AND = { zh: '、', en: ', ' } as const

/** SQL: a stored value as people read it: the name of a choice, the names of bits, a number with its unit; null where there is none. */
function inWords(value: RawBuilder<unknown>, language: Language): RawBuilder<string | null> {
  const { units, choices, bits } = terminalWords(language)
  const json = (words: object) => sql`${JSON.stringify(words)}::jsonb`
  const plain = sql`(${value} #>> '{}')`
  return sql`CASE
    WHEN ${value} IS NULL THEN NULL
    WHEN ${json(bits)} ? asked.key THEN coalesce((SELECT string_agg(bit.value, ${AND[language]} ORDER BY bit.key::int)
      FROM jsonb_each_text(${json(bits)} -> asked.key) AS bit WHERE (${plain}::numeric::bigint >> bit.key::int) & 1 = 1), ${NOTHING[language]})
    ELSE coalesce(${json(choices)} -> asked.key ->> ${plain}, concat_ws(' ', ${plain}, ${json(units)} ->> asked.key)) END`
}

const valueIn = (column: 'had' | 'answer'): RawBuilder<unknown> =>
  sql`(convert_from(${sql.ref(`device_command.${column}`)}, 'UTF8')::jsonb -> asked.key)`

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>, language: Language) =>
  db
    .from('device_command')
    .innerJoin('truck', 'truck.id', 'device_command.truck_id')
    .innerJoin('organisation', 'organisation.id', 'device_command.organisation_id')
    .innerJoin(sql<{ key: string; value: unknown }>`LATERAL jsonb_each(device_command.form_values -> 'values')`.as('asked'), (join) =>
      join.onTrue(),
    )
    .where('device_command.kind', '=', 'set-parameters')
    .where(isChosen(asked.scope, 'device_command'))
    .where('device_command.ordered_at', '>=', asked.period.from)
    .where('device_command.ordered_at', '<=', asked.period.to)
    .where(among(sql<string>`asked.key`, asked.parameter))
    .where(among(sql<string>`device_command.state`, asked.state))
    .select([
      sql<string>`device_command.id || '-' || asked.key`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      sql<string>`asked.key`.as('parameter'),
      inWords(valueIn('had'), language).as('old'),
      inWords(sql`asked.value`, language).as('new'),
      inWords(valueIn('answer'), language).as('readBack'),
      'device_command.state',
      'device_command.result as reason',
      'device_command.tries',
      'device_command.max_tries as maxTries',
      'device_command.ordered_at as orderedAt',
      'device_command.finished_at as finishedAt',
      'device_command.ordered_by as operator',
      sql<string>`coalesce(device_command.form_values ->> 'reason', '')`.as('note'),
    ])

/** Each parameter that was sent to a truck: what it had, what it was to have, and what it answered when read back. */
export default defineReport({
  path: 'setting/alarm_threshold/parameter',
  title: { zh: '参数下发', en: 'Parameter dispatch' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    parameter: choice(PARAMETER, NAMES),
    old: text({ zh: '原值', en: 'Old value' }),
    new: text({ zh: '新值', en: 'New value' }),
    readBack: text({ zh: '回读值', en: 'Read back' }),
    state: choice(STATE, SEND_STATES),
    reason: choice({ zh: '失败原因', en: 'Why it failed' }, SEND_FAILURES),
    tries: wholeNumber({ zh: '发送次数', en: 'Tries' }),
    maxTries: wholeNumber({ zh: '最大次数', en: 'Max. tries' }),
    orderedAt: time({ zh: '下发时间', en: 'Sent' }),
    finishedAt: time({ zh: '结束时间', en: 'Ended' }),
    operator: text({ zh: '操作人', en: 'Ordered by' }),
    note: text({ zh: '原因', en: 'Reason' }),
  },
  sort: { by: 'orderedAt', order: 'desc' },
  actions: [sendTerminalParameters],
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
