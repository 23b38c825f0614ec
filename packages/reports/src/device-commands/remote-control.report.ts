import { controlTruck, stopControl } from '@tanker/contract/actions/remote-control'
import { REMOTE_COMMANDS, type RemoteCommandName } from '@tanker/contract/remote-control'
import type { ScopedDb } from '@tanker/database/scope'
import type { Text } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import {
  choice,
  containsText,
  isChosen,
  oneOf,
  organisation,
  period,
  plate,
  plateCell,
  shortNameOf,
  text,
  textContains,
  time,
  truckOrOrganisation,
  wholeNumber,
} from '../kinds.ts'
import { SEND_FAILURES, SEND_STATES, STATE } from './send-words.ts'

const COMMAND = { zh: '指令', en: 'Command' } as const
const COMMANDS = Object.fromEntries(Object.entries(REMOTE_COMMANDS).map(([name, { label }]) => [name, label])) as Readonly<
  Record<RemoteCommandName, Text>
>

const filters = {
  scope: truckOrOrganisation(),
  period: period({ maxDays: 92 }),
  command: oneOf(COMMAND, COMMANDS),
  state: oneOf(STATE, SEND_STATES),
  operator: textContains({ zh: '操作人', en: 'Sent by' }),
}

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  const command = sql<RemoteCommandName>`device_command.form_values ->> 'command'`
  const place = sql`convert_from(device_command.answer, 'UTF8')::jsonb`
  return db
    .from('device_command')
    .innerJoin('truck', 'truck.id', 'device_command.truck_id')
    .innerJoin('organisation', 'organisation.id', 'device_command.organisation_id')
    .where('device_command.kind', '=', 'remote-control')
    .where(isChosen(asked.scope, 'device_command'))
    .where('device_command.ordered_at', '>=', asked.period.from)
    .where('device_command.ordered_at', '<=', asked.period.to)
    .where(among(command, asked.command))
    .where(among(sql<string>`device_command.state`, asked.state))
    .where(containsText(sql<string>`device_command.ordered_by`, asked.operator ?? ''))
    .select([
      sql<string>`device_command.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      command.as('command'),
      'device_command.state',
      'device_command.result as reason',
      sql<string | null>`CASE WHEN device_command.answer IS NOT NULL
        THEN concat(round((${place} ->> 'lat')::numeric, 6), ', ', round((${place} ->> 'lng')::numeric, 6), ' · ', ${place} ->> 'speedKmh', ' km/h') END`.as(
        'answer',
      ),
      'device_command.ordered_at as orderedAt',
      'device_command.finished_at as finishedAt',
      'device_command.tries',
      'device_command.ordered_by as operator',
      sql<string>`device_command.form_values ->> 'reason'`.as('note'),
    ])
}

/** Each command that a terminal was sent, and whether it carried it out. */
export default defineReport({
  path: 'setting/alarm_threshold/remote',
  title: { zh: '远程控制', en: 'Remote control' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    command: choice(COMMAND, COMMANDS),
    state: choice(STATE, SEND_STATES),
    reason: choice({ zh: '失败原因', en: 'Why it failed' }, SEND_FAILURES),
    answer: text({ zh: '终端应答', en: 'Answer' }),
    orderedAt: time({ zh: '下发时间', en: 'Sent' }),
    finishedAt: time({ zh: '应答时间', en: 'Ended' }),
    tries: wholeNumber({ zh: '发送次数', en: 'Tries' }),
    operator: text({ zh: '操作人', en: 'Sent by' }),
    note: text({ zh: '原因', en: 'Reason' }),
  },
  sort: { by: 'orderedAt', order: 'desc' },
  actions: [controlTruck, stopControl],
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
