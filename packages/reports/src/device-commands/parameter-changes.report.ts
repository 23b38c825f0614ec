import { restoreParameter, restoreThreshold } from '@tanker/contract/actions/parameter-changes'
import { parameterFilesOnDisk } from '@tanker/contract/parameter-file-names'
import type { ScopedDb } from '@tanker/database/scope'
import type { Language } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, type ValuesOf } from '../define-report.ts'
import { choice, containsText, oneOf, organisation, period, shortNameOf, text, textContains, time, truckOrOrganisation } from '../kinds.ts'
import { changedParameters, inWords, oldValue } from './changed-parameters.ts'
import { SEND_STATES, STATE } from './send-words.ts'

const SOURCE = { zh: '类别', en: 'Kind' } as const
const SOURCES = {
  threshold: { zh: '平台阈值', en: 'Threshold' },
  terminal: { zh: '终端参数', en: 'Terminal parameter' },
  file: { zh: '参数文件', en: 'Parameter file' },
} as const
const MODE = { zh: '修改方式', en: 'How' } as const
const MODES = {
  set: { zh: '平台修改', en: 'Set on the platform' },
  restored: { zh: '恢复', en: 'Restored' },
  accepted: { zh: '接受车上的值', en: 'Accepted from the truck' },
  copied: { zh: '从其他内容复制', en: 'Copied' },
} as const
const PARAMETER = { zh: '参数', en: 'Parameter' } as const

const filters = {
  scope: truckOrOrganisation(),
  period: period({ maxDays: 92 }),
  source: oneOf(SOURCE, SOURCES),
  search: textContains(PARAMETER),
  mode: oneOf(MODE, MODES),
  operator: textContains({ zh: '操作人', en: 'Operator' }),
}

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>, language: Language) => {
  const files = parameterFilesOnDisk(db.scope.customer)
  const isAsked =
    asked.scope.of === 'trucks'
      ? sql<boolean>`truck.id = ANY (${[...asked.scope.ids]}::int[])`
      : sql<boolean>`change_log.organisation_id = ANY (${[...asked.scope.ids]}::int[])`
  const mode = sql<keyof typeof MODES>`CASE
    WHEN change_log.new ?| ARRAY['restores', 'backup'] THEN 'restored'
    WHEN change_log.new ? 'accepted' THEN 'accepted'
    WHEN change_log.new ? 'copiedFrom' THEN 'copied' ELSE 'set' END`
  const label = sql<string>`coalesce(word.label, changed.key)`
  return (
    changedParameters(db, language)
      .where(isAsked)
      .where('change_log.at', '>=', asked.period.from)
      .where('change_log.at', '<=', asked.period.to)
      .where(sql<boolean>`(kind.source <> 'file' OR change_log.new ->> 'file' = ANY (${files}::text[]))`)
      // What was as wanted already was not changed.
      .where(sql<boolean>`(kind.source <> 'terminal' OR device_command.had IS NULL OR ${oldValue} IS DISTINCT FROM changed.value)`)
      .where(among(sql<string>`kind.source`, asked.source))
      .where(among(mode, asked.mode))
      .where(containsText(sql<string>`${label} || ' ' || changed.key`, asked.search ?? ''))
      .where(containsText(sql<string>`change_log.user_name`, asked.operator ?? ''))
      .select([
        sql<string>`change_log.id || '-' || changed.key`.as('id'),
        'change_log.at as at',
        sql<string>`coalesce(truck.plate, ${shortNameOf('organisation')})`.as('subject'),
        shortNameOf('organisation').as('owner'),
        sql<keyof typeof SOURCES>`kind.source`.as('source'),
        sql<string | null>`CASE kind.source WHEN 'file' THEN change_log.new ->> 'file' END`.as('file'),
        label.as('parameter'),
        sql<string | null>`word.entry || ' ' || (substring(changed.key from '\\.(\\d+)\\.')::int + 1)`.as('place'),
        inWords(oldValue, language).as('old'),
        inWords(sql`changed.value`, language).as('new'),
        sql<keyof typeof SEND_STATES>`CASE kind.source WHEN 'threshold' THEN 'done' ELSE coalesce(device_command.state, 'done') END`.as(
          'state',
        ),
        mode.as('mode'),
        sql<string>`change_log.user_name`.as('operator'),
        sql<string>`coalesce(change_log.new ->> 'reason', '')`.as('note'),
        // Whether the old value can be set again: it is known, and no secret.
        sql<boolean>`CASE kind.source WHEN 'threshold' THEN true ELSE (${oldValue} #>> '{}') <> '***' IS TRUE END`.as('restorable'),
      ])
  )
}

/** Each parameter that was changed on the platform: thresholds, parameters of terminals, fields of parameter files. */
export default defineReport({
  path: 'setting/alarm_threshold/modify_record',
  title: { zh: '参数修改记录', en: 'Parameter changes' },
  filters,
  rows,
  columns: {
    at: time({ zh: '修改时间', en: 'Changed' }),
    subject: text({ zh: '车辆 / 组织', en: 'Truck / organisation' }),
    owner: organisation(),
    source: choice(SOURCE, SOURCES),
    file: text({ zh: '参数文件', en: 'File' }),
    parameter: text(PARAMETER),
    place: text({ zh: '仓位 / 序号', en: 'Entry' }),
    old: text({ zh: '原值', en: 'Old value' }),
    new: text({ zh: '新值', en: 'New value' }),
    state: choice(STATE, SEND_STATES),
    mode: choice(MODE, MODES),
    operator: text({ zh: '操作人', en: 'Operator' }),
    note: text({ zh: '备注', en: 'Remark' }),
  },
  sort: { by: 'at', order: 'desc' },
  actions: [restoreParameter, restoreThreshold],
  rowIs: 'record',
})
