import { sql } from 'kysely'
import type { EntityHistory } from '@tanker/contract/base-data/calls'
import type { Entity } from '@tanker/contract/base-data/define-entity'
import { APPROVAL_STATES } from '@tanker/contract/base-data/fence'
import { ENROLMENT_MINUTES } from '@tanker/contract/base-data/truck-terminal'
import type { ScopedDb } from '@tanker/database/scope'
import { NOT_NAMED } from '@tanker/domain/texts/not-named'
import type { Language, Text } from '@tanker/domain/texts/text'
import { permissionName } from '../platform/access/permission-tree.ts'
import { dayText } from '@tanker/domain/texts/time-text'
import { withinInt } from './entity-rows.ts'
import type { EntityTable } from './entity-table.ts'

/** Changes shown per row, newest first. */
const MAX_SHOWN_CHANGES = 200

type Values = Readonly<Record<string, unknown>> | null

/** Keys of entities and names of values in entries of earlier versions: the log is a hash chain and keeps them. */
const FORMER_KEYS: Readonly<Record<string, readonly string[]>> = { organisation: ['company'] }
const FORMER_NAMES: Readonly<Record<string, string>> = {
  companyId: 'organisationId',
  functions: 'permissions',
  vehicleType: 'truckType',
  vehicleColour: 'bodyColour',
}

const withTodaysNames = (values: Values): Values =>
  values && Object.fromEntries(Object.entries(values).map(([name, value]) => [FORMER_NAMES[name] ?? name, value]))

/** The changes of a row, newest first, without those that other organisations made before it was moved to the user's. */
export async function historyOf(db: ScopedDb, { entity }: EntityTable, id: number, language: Language): Promise<EntityHistory> {
  const logged = await db
    .from('change_log')
    .where('change_log.entity', 'in', [entity.key, ...(FORMER_KEYS[entity.key] ?? [])])
    .where('change_log.row_id', '=', String(withinInt(id)))
    .orderBy(sql.ref('change_log.id'), 'desc')
    .limit(MAX_SHOWN_CHANGES)
    .select(['change_log.id', 'at', 'user_name', 'action', 'old', 'new'])
    .execute()
  const rows = logged.map((row) => ({ ...row, old: withTodaysNames(row.old), new: withTodaysNames(row.new) }))
  const names = await namesFor(
    db,
    entity,
    rows.flatMap((row) => [row.old, row.new]),
  )
  return rows.map((row) => ({
    id: Number(row.id),
    at: row.at.toISOString(),
    userName: row.user_name,
    action: row.action,
    changes: [
      ...Object.entries(entity.fields)
        .filter(([name]) => (row.old?.[name] ?? null) !== (row.new?.[name] ?? null))
        .map(([name, { label }]) => ({
          field: name,
          label: label[language],
          before: shown(entity, name, row.old, names, language),
          after: shown(entity, name, row.new, names, language),
        })),
      ...besideChanges(row.old, row.new, language),
    ],
  }))
}

type Names = Readonly<Record<'organisation' | 'truck' | 'place' | 'role', ReadonlyMap<number, string>>>

/** Names of the organisations, trucks, places and roles in the values, as far as visible to the user. */
async function namesFor(db: ScopedDb, { fields }: Entity, values: readonly Values[]): Promise<Names> {
  const idsOf = (kind: keyof Names): number[] => {
    const named = Object.keys(fields).filter((name) => fields[name]?.kind === kind)
    return [...new Set(values.flatMap((one) => named.map((name) => one?.[name])))].filter((id) => typeof id === 'number')
  }
  const [organisations, trucks, places, roles] = await Promise.all([
    db
      .organisations()
      .where(sql<boolean>`organisation.id = ANY (${idsOf('organisation')}::int[])`)
      .select(['organisation.id', 'organisation.name'])
      .execute(),
    db
      .from('truck')
      .where(sql<boolean>`truck.id = ANY (${idsOf('truck')}::int[])`)
      .select(['truck.id', 'truck.plate'])
      .execute(),
    db
      .from('place')
      .where(sql<boolean>`place.id = ANY (${idsOf('place')}::int[])`)
      .select(['place.id', 'place.name'])
      .execute(),
    db
      .from('role')
      .where(sql<boolean>`role.id = ANY (${idsOf('role')}::int[])`)
      .select(['role.id', 'role.name'])
      .execute(),
  ])
  return {
    organisation: new Map(organisations.map(({ id, name }) => [id, name])),
    truck: new Map(trucks.map(({ id, plate }) => [id, plate])),
    place: new Map(places.map(({ id, name }) => [id, name])),
    role: new Map(roles.map(({ id, name }) => [id, name])),
  }
}

/** A value as the form shows it; names the user may not see are shown as another organisation's. */
function shown({ fields }: Entity, name: string, values: Values, names: Names, language: Language): string {
  const value = values?.[name] ?? null
  const field = fields[name]
  if (value === null || value === '' || field === undefined) return ''
  switch (field.kind) {
    case 'organisation':
    case 'truck':
    case 'place':
    case 'role':
      return names[field.kind].get(Number(value)) ?? { zh: '其他组织', en: 'another organisation' }[language]
    case 'choice':
      return (field.choices.find((choice) => choice.value === value)?.label ?? NOT_NAMED)[language]
    case 'day':
      return dayText(String(value), language)
    default:
      return field.words?.(String(value))[language] ?? field.mask?.(String(value)) ?? String(value)
  }
}

const TWO_STEP_STATES: Readonly<Record<string, Text>> = {
  on: { zh: '已开启', en: 'on' },
  off: { zh: '未开启', en: 'off' },
  replaced: { zh: '已更换设备', en: 'device changed' },
  reset: { zh: '已重置', en: 'reset' },
}
const ENROLMENT = {
  closed: { zh: '关闭', en: 'closed' },
  open: { zh: '开放', en: 'open' },
  opened: { zh: `开放 ${ENROLMENT_MINUTES} 分钟`, en: `open for ${ENROLMENT_MINUTES} minutes` },
} as const satisfies Readonly<Record<string, Text>>

const THERE = { zh: '有', en: 'there' } as const

/** Logged values that are no form fields: the digest of a photo, the decision on a fence, the added and removed permissions of a role. */
const BESIDE: Readonly<Record<string, { readonly label: Text; readonly words: (value: string, language: Language) => string }>> = {
  photo: { label: { zh: '照片', en: 'Photo' }, words: (digest, language) => `${THERE[language]} (${digest})` },
  approval: {
    label: { zh: '审批', en: 'Approval' },
    words: (state, language) => ((APPROVAL_STATES as Readonly<Record<string, Text>>)[state] ?? NOT_NAMED)[language],
  },
  twoStep: {
    label: { zh: '两步验证', en: 'Two-step verification' },
    words: (state, language) => (TWO_STEP_STATES[state] ?? NOT_NAMED)[language],
  },
  terminal: { label: { zh: '绑定终端', en: 'Bound terminal' }, words: (name) => name },
  enrolment: {
    label: { zh: '终端注册', en: 'Enrolment' },
    words: (state, language) => (state === 'closed' ? ENROLMENT.closed : state === 'open' ? ENROLMENT.open : ENROLMENT.opened)[language],
  },
  // Without the password itself.
  password: { label: { zh: '密码', en: 'Password' }, words: (_, language) => ({ zh: '已重置', en: 'replaced' })[language] },
  permissions: {
    label: { zh: '功能', en: 'Permissions' },
    words: (keys, language) =>
      keys
        .split(',')
        .map((key) => permissionName(key, language))
        .join({ zh: '、', en: ', ' }[language]),
  },
  staged: {
    label: { zh: '事故演练', en: 'Staged accident' },
    words: (titles, language) => titles.split(' ¦ ')[language === 'zh' ? 0 : 1] ?? titles,
  },
  note: { label: { zh: '审批意见', en: 'Note' }, words: (note) => note },
}

const besideChanges = (old: Values, fresh: Values, language: Language): EntityHistory[number]['changes'] =>
  Object.entries(BESIDE).flatMap(([field, { label, words }]) => {
    const [before = '', after = ''] = [old?.[field] ?? '', fresh?.[field] ?? ''].map((value) =>
      value === '' ? '' : words(String(value), language),
    )
    return before === after ? [] : [{ field, label: label[language], before, after }]
  })
