import { topUp } from '@tanker/contract/actions/text-messages'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import { among } from '../conditions.ts'
import { defineReport, defineTabs, type ValuesOf } from '../define-report.ts'
import {
  choice,
  organisations,
  count,
  decimal,
  isOfOrganisation,
  oneOf,
  period,
  text,
  time,
  totalDecimal,
  wholeNumber,
  shortNameOf,
} from '../kinds.ts'
import { sortedText } from './entity-list.ts'

const STATE = { zh: '余额状态', en: 'Balance is' } as const
const STATES = {
  enough: { zh: '充足', en: 'Enough' },
  low: { zh: '不足', en: 'Low' },
  empty: { zh: '已用完', en: 'Used up' },
  none: { zh: '未开户', en: 'No account' },
} as const

const ORGANISATION = { zh: '组织机构', en: 'Organisation' } as const
const MESSAGES = { zh: '充值条数', en: 'Messages' } as const

const balanceFilters = { scope: organisations(), state: oneOf(STATE, STATES) }

const state = sql<keyof typeof STATES>`CASE WHEN account.organisation_id IS NULL THEN 'none' WHEN account.balance = 0 THEN 'empty'
  WHEN account.balance < account.warn_at THEN 'low' ELSE 'enough' END`

/** Organisations with an account, and those whose account would be used: with a number at them or below. Without one the nearest above pays. */
const balanceRows = (db: ScopedDb, asked: ValuesOf<typeof balanceFilters>) =>
  db
    .organisations()
    .leftJoin('sms_account as account', 'account.organisation_id', 'organisation.id')
    .where(sql<boolean>`organisation.id = ANY (${[...asked.scope]}::int[])`)
    .where(
      sql<boolean>`(account.organisation_id IS NOT NULL OR EXISTS (
        SELECT FROM sms_number n JOIN organisation below ON below.id = n.organisation_id WHERE organisation.id = ANY (below.ancestors)))`,
    )
    .where(among(state, asked.state))
    .select([
      sql<string>`organisation.id::text`.as('id'),
      shortNameOf('organisation').as('organisation'),
      'account.balance',
      'account.warn_at as warnAt',
      state.as('state'),
      sql<number>`(SELECT coalesce(sum(messages), 0)::int FROM sms_top_up t WHERE t.organisation_id = organisation.id)`.as('messages'),
      sql<number>`(SELECT coalesce(sum(amount_fen), 0)::float8 / 100 FROM sms_top_up t WHERE t.organisation_id = organisation.id)`.as(
        'amount',
      ),
      sql<Date | null>`(SELECT max(entered_at) FROM sms_top_up t WHERE t.organisation_id = organisation.id)`.as('lastAt'),
    ])

const balances = defineReport({
  path: 'balances',
  title: { zh: '余额', en: 'Balances' },
  filters: balanceFilters,
  rows: balanceRows,
  columns: {
    organisation: sortedText(ORGANISATION),
    balance: count({ zh: '剩余条数', en: 'Messages left' }),
    state: choice(STATE, STATES),
    warnAt: wholeNumber({ zh: '提醒线', en: 'Warn below' }),
    messages: count({ zh: '累计充值条数', en: 'Messages bought' }),
    amount: totalDecimal({ zh: '累计金额', en: 'Paid in all' }, '¥', 2),
    lastAt: time({ zh: '最近充值', en: 'Last recharge' }),
  },
  sort: { by: 'organisation', order: 'asc' },
  live: { everyS: [10, 30, 60] },
  actions: [topUp],
  rowIs: 'record',
})

const entryFilters = { scope: organisations(), when: period({ maxDays: 31 }) }

const entryRows = (db: ScopedDb, asked: ValuesOf<typeof entryFilters>) =>
  db
    .from('sms_top_up')
    .innerJoin('organisation', 'organisation.id', 'sms_top_up.organisation_id')
    .where(isOfOrganisation(asked.scope, 'sms_top_up'))
    .where('sms_top_up.entered_at', '>=', asked.when.from)
    .where('sms_top_up.entered_at', '<=', asked.when.to)
    .select([
      sql<string>`sms_top_up.id::text`.as('id'),
      'sms_top_up.entered_at as enteredAt',
      shortNameOf('organisation').as('organisation'),
      'sms_top_up.messages',
      sql<number>`sms_top_up.unit_price_fen / 100.0::float8`.as('unitPrice'),
      sql<number>`sms_top_up.amount_fen / 100.0::float8`.as('amount'),
      'sms_top_up.balance_after as balanceAfter',
      'sms_top_up.user_name as operator',
      'sms_top_up.remark',
    ])

const entries = defineReport({
  path: 'entries',
  title: { zh: '充值记录', en: 'Recharges' },
  filters: entryFilters,
  rows: entryRows,
  columns: {
    enteredAt: time({ zh: '充值时间', en: 'Recharged' }),
    organisation: sortedText(ORGANISATION),
    messages: count(MESSAGES),
    unitPrice: decimal({ zh: '单价', en: 'Unit price' }, '¥', 2),
    amount: totalDecimal({ zh: '金额', en: 'Amount' }, '¥', 2),
    balanceAfter: wholeNumber({ zh: '充值后余额', en: 'Balance after' }),
    operator: text({ zh: '操作人', en: 'Entered by' }),
    remark: text({ zh: '备注', en: 'Remark' }),
  },
  sort: { by: 'enteredAt', order: 'desc' },
  rowIs: 'record',
})

/** Balances by organisation, and what was paid in. A recharge is an entry by an administrator, no payment. */
export default defineTabs({
  path: 'setting/base_data/message_recharge',
  title: { zh: '短信充值', en: 'SMS recharge' },
  tabs: [
    { name: 'balances', label: { zh: '余额', en: 'Balances' }, report: balances },
    { name: 'entries', label: { zh: '充值记录', en: 'Recharges' }, report: entries },
  ],
})
