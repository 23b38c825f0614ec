import { controlTruck } from '@tanker/contract/actions/remote-control'
import { stopCommand } from '@tanker/contract/actions/sent-commands'
import { sendTerminalParameters } from '@tanker/contract/actions/terminal-parameters'
import { sendText } from '@tanker/contract/actions/truck-texts'
import { PARAMETER_FILE_NAMES, parameterFileNumbers } from '@tanker/contract/parameter-file-names'
import { REMOTE_COMMANDS } from '@tanker/contract/remote-control'
import { TERMINAL_PARAMETER_NAMES } from '@tanker/contract/terminal-parameter-words'
import type { ScopedDb } from '@tanker/database/scope'
import type { CommandTables } from '@tanker/database/command-tables'
import { FIRMWARE_DEVICES } from '@tanker/domain/devices/firmware'
import type { Language, Text } from '@tanker/domain/texts/text'
import { type RawBuilder, sql } from 'kysely'
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
import { ALL_SEND_FAILURES, SEND_STATES, STATE } from './send-words.ts'

const KIND = { zh: '类型', en: 'Kind' } as const
const KINDS = {
  'send-text': { zh: '文本', en: 'Text' },
  'remote-control': { zh: '远程控制', en: 'Remote control' },
  'set-parameters': { zh: '终端参数', en: 'Terminal parameters' },
  'read-file': { zh: '读取参数文件', en: 'Parameter file read' },
  'write-file': { zh: '下发参数文件', en: 'Parameter file written' },
  'tank-table': { zh: '罐容表', en: 'Tank table' },
  upgrade: { zh: '固件升级', en: 'Firmware upgrade' },
  'version-query': { zh: '查询版本', en: 'Version query' },
  evidence: { zh: '请求报警附件', en: 'Pictures requested' },
  'password-key': { zh: '设置一次性密码密钥', en: 'Key of one-time passwords' },
  'password-revoke': { zh: '作废一次性密码', en: 'One-time password revoked' },
} as const satisfies Readonly<Record<CommandTables['device_command']['kind'], Text>>

const filters = {
  scope: truckOrOrganisation(),
  period: period({ maxDays: 31 }),
  kind: oneOf(KIND, KINDS),
  state: oneOf(STATE, SEND_STATES),
  operator: textContains({ zh: '操作人', en: 'Sent by' }),
}

const COMPARTMENT = { zh: '仓', en: 'Compartment' } as const
const AND = { zh: '、', en: ', ' } as const

/** SQL: words by a key that the row has. */
const wordIn = (words: Readonly<Record<string, Text>>, language: Language, key: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(${JSON.stringify(Object.fromEntries(Object.entries(words).map(([name, word]) => [name, word[language]])))}::jsonb ->> (${key}))`

/** SQL: what was sent, in a few words. */
const contentIn = (language: Language): RawBuilder<string> => {
  const form = (name: string) => sql`device_command.form_values ->> ${sql.lit(name)}`
  return sql`CASE device_command.kind
    WHEN 'send-text' THEN ${form('text')}
    WHEN 'remote-control' THEN ${wordIn(
      Object.fromEntries(Object.entries(REMOTE_COMMANDS).map(([name, { label }]) => [name, label])),
      language,
      form('command'),
    )}
    WHEN 'set-parameters' THEN (SELECT string_agg(coalesce(${wordIn(TERMINAL_PARAMETER_NAMES, language, sql`one.key`)}, one.key), ${AND[language]} ORDER BY one.key::int)
      FROM jsonb_each(device_command.form_values -> 'values') AS one)
    WHEN 'password-revoke' THEN lpad(${form('number')}, 2, '0')
    WHEN 'tank-table' THEN concat(${COMPARTMENT[language]}::text, ' ', device_command.compartment)
    WHEN 'upgrade' THEN concat_ws(' ', ${wordIn(FIRMWARE_DEVICES, language, sql`device_command.device`)}, device_command.new_version)
    ELSE ${wordIn(PARAMETER_FILE_NAMES, language, form('file'))} END`
}

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>, language: Language) =>
  db
    .from('device_command')
    .innerJoin('truck', 'truck.id', 'device_command.truck_id')
    .innerJoin('organisation', 'organisation.id', 'device_command.organisation_id')
    // Customers see some of the parameter files only.
    .where(
      sql<boolean>`(device_command.form_values ->> 'file' IS NULL
        OR (device_command.form_values ->> 'file')::int = ANY (${[...parameterFileNumbers(db.scope.customer)]}::int[]))`,
    )
    .where(isChosen(asked.scope, 'device_command'))
    .where('device_command.ordered_at', '>=', asked.period.from)
    .where('device_command.ordered_at', '<=', asked.period.to)
    .where(among(sql<string>`device_command.kind`, asked.kind))
    .where(among(sql<string>`device_command.state`, asked.state))
    .where(containsText(sql<string>`device_command.ordered_by`, asked.operator ?? ''))
    .select([
      sql<string>`device_command.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'truck.console_code as consoleCode',
      'device_command.kind',
      contentIn(language).as('content'),
      'device_command.state',
      'device_command.result as reason',
      sql<number | null>`CASE WHEN device_command.total_bytes > 0 THEN CASE WHEN device_command.state = 'done' THEN 100
        ELSE floor(100.0 * device_command.acked_bytes / device_command.total_bytes)::int END END`.as('progress'),
      'device_command.tries',
      'device_command.max_tries as maxTries',
      'device_command.ordered_at as orderedAt',
      'device_command.not_before as notBefore',
      'device_command.started_at as startedAt',
      'device_command.finished_at as finishedAt',
      'device_command.ordered_by as operator',
    ])

/** Everything that was sent to trucks, of all kinds. */
export default defineReport({
  path: 'commands',
  title: { zh: '消息下发', en: 'Commands to trucks' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    consoleCode: text({ zh: '主机编号', en: 'Console code' }),
    kind: choice(KIND, KINDS),
    content: text({ zh: '内容', en: 'Content' }),
    state: choice(STATE, SEND_STATES),
    reason: choice({ zh: '失败原因', en: 'Why it failed' }, ALL_SEND_FAILURES),
    progress: wholeNumber({ zh: '进度 %', en: 'Progress %' }),
    tries: wholeNumber({ zh: '发送次数', en: 'Tries' }),
    maxTries: wholeNumber({ zh: '最大次数', en: 'Max. tries' }),
    orderedAt: time({ zh: '下发时间', en: 'Ordered' }),
    notBefore: time({ zh: '最早执行', en: 'Not before' }),
    startedAt: time({ zh: '开始时间', en: 'Started' }),
    finishedAt: time({ zh: '结束时间', en: 'Ended' }),
    operator: text({ zh: '操作人', en: 'Sent by' }),
  },
  sort: { by: 'orderedAt', order: 'desc' },
  actions: [sendText, sendTerminalParameters, controlTruck, stopCommand],
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
