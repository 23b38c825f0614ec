import { sql } from 'kysely'
import type { DeskDetail } from '@tanker/contract/alarm-desk'
import type { ScopedDb } from '@tanker/database/scope'
import { alarmGradeText } from '@tanker/domain/alarms/alarm-grade'
import { CONFIRM_STATES, EXCEPTION_TYPES } from '@tanker/domain/alarms/handling'
import { unknownValue } from '@tanker/domain/texts/not-named'
import type { Language, Text } from '@tanker/domain/texts/text'

/** Entries shown of one alarm, newest first. */
const MAX_ENTRIES = 100

type Values = Readonly<Record<string, unknown>> | null

const ACTIONS: Readonly<Record<string, Text>> = {
  handle: { zh: '处理', en: 'Handled' },
  confirm: { zh: '改判', en: 'Verdict changed' },
  change: { zh: '等级变化', en: 'Grade changed' },
}
const PROGRAM: Text = { zh: '系统', en: 'System' }

const among = (words: Readonly<Record<string, Text>>) => (value: string, language: Language) =>
  (words[value] ?? unknownValue(value))[language]
/** The values of entries, in the order in which they are read. */
const VALUES: Readonly<Record<string, { readonly label: Text; readonly words: (value: string, language: Language) => string }>> = {
  grade: { label: { zh: '等级', en: 'grade' }, words: among(alarmGradeText) },
  handleResult: { label: { zh: '处理结果', en: 'result' }, words: (result) => result },
  exceptionType: { label: { zh: '异常类型', en: 'exception type' }, words: among(EXCEPTION_TYPES) },
  confirm: { label: { zh: '判定', en: 'verdict' }, words: among(CONFIRM_STATES) },
  remark: { label: { zh: '备注', en: 'remark' }, words: (remark) => remark },
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** An entry in one line. */
function whatOf(action: string, old: Values, fresh: Values, language: Language): string {
  if (action === 'assign') {
    const [from, to] = [textOf(old?.['assignee']), textOf(fresh?.['assignee'])]
    if (to === '') return { zh: `取消负责人 ${from}`, en: `No longer assigned to ${from}` }[language]
    return from === ''
      ? { zh: `指派给 ${to}`, en: `Assigned to ${to}` }[language]
      : { zh: `由 ${from} 转交给 ${to}`, en: `Passed from ${from} to ${to}` }[language]
  }
  const parts = Object.entries(VALUES).flatMap(([name, { label, words }]) => {
    const value = textOf(fresh?.[name])
    return value === '' ? [] : [{ zh: `${label.zh}：${words(value, language)}`, en: `${label.en}: ${words(value, language)}` }[language]]
  })
  const done = (ACTIONS[action] ?? { zh: '变更', en: 'Changed' })[language]
  return parts.length === 0 ? done : { zh: `${done}，${parts.join('，')}`, en: `${done}: ${parts.join(', ')}` }[language]
}

/** Who did what with an alarm, newest first. */
export async function alarmHistory(db: ScopedDb, alarmId: string, language: Language): Promise<DeskDetail['history']> {
  const rows = await db
    .from('change_log')
    .leftJoin('app_user', 'app_user.id', 'change_log.user_id')
    .where('change_log.entity', '=', 'alarm')
    .where('change_log.row_id', '=', alarmId)
    .orderBy(sql.ref('change_log.id'), 'desc')
    .limit(MAX_ENTRIES)
    .select([
      'change_log.at',
      'change_log.user_id',
      'change_log.user_name',
      sql<string | null>`nullif(app_user.real_name, '')`.as('real_name'),
      'change_log.action',
      'change_log.old',
      'change_log.new',
    ])
    .execute()
  return rows.map((row) => ({
    at: row.at.toISOString(),
    who: row.user_id === null ? PROGRAM[language] : (row.real_name ?? row.user_name),
    what: whatOf(row.action, row.old, row.new, language),
  }))
}
