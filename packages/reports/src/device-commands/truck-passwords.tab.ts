import { issuePassword, revokePassword } from '@tanker/contract/actions/truck-passwords'
import { propertiesIn } from '@tanker/database/fact-properties'
import type { ScopedDb } from '@tanker/database/scope'
import { PASSWORD_OPERATIONS, type PasswordOperation } from '@tanker/domain/devices/password-operation'
import { deviceEventFact } from '@tanker/domain/facts/equipment-facts'
import type { Text } from '@tanker/domain/texts/text'
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
  place,
  placeCell,
  plate,
  plateCell,
  shortNameOf,
  text,
  textContains,
  time,
  truckOrOrganisation,
} from '../kinds.ts'
import { STATE } from './send-words.ts'

const OPERATION = { zh: '操作', en: 'Operation' } as const
const OPERATIONS = Object.fromEntries(Object.entries(PASSWORD_OPERATIONS).map(([name, { label }]) => [name, label])) as Readonly<
  Record<PasswordOperation, Text>
>
const STATES = {
  'not-yet': { zh: '未生效', en: 'Not yet valid' },
  unused: { zh: '未用', en: 'Not used' },
  revoking: { zh: '作废中', en: 'Being revoked' },
  used: { zh: '已用', en: 'Used' },
  revoked: { zh: '作废', en: 'Revoked' },
  expired: { zh: '过期', en: 'Expired' },
} as const
type State = keyof typeof STATES

const filters = {
  scope: truckOrOrganisation(),
  period: period({ maxDays: 92 }),
  operation: oneOf(OPERATION, OPERATIONS),
  state: oneOf(STATE, STATES),
  operator: textContains({ zh: '生成人', en: 'Issued by' }),
}

const event = propertiesIn('record', deviceEventFact)

const rows = (db: ScopedDb, asked: ValuesOf<typeof filters>) => {
  // What the console reported: the number of the password, within its validity.
  const use = db.read
    .selectFrom('record')
    .where('record.kind', '=', 'device-event')
    .where(sql<boolean>`record.truck_id = truck_password.truck_id`)
    .where(sql<boolean>`record.started_at >= truck_password.valid_from AND record.started_at < truck_password.valid_to`)
    .where(sql<boolean>`${event.text('event')} = 'one-time-password'`)
    .where(sql<boolean>`${event.text('card')} = lpad(truck_password.number::text, 2, '0')`)
    .orderBy('record.started_at')
    .limit(1)
    .select(['record.started_at as at', placeCell('record').as('place')])
    .as('use')
  const isRevoking = sql`EXISTS (SELECT FROM device_command o WHERE o.truck_id = truck_password.truck_id AND o.kind = 'password-revoke'
    AND o.finished_at IS NULL AND (o.form_values ->> 'passwordId')::int = truck_password.id)`
  const state: RawBuilder<State> = sql`CASE WHEN use.at IS NOT NULL THEN 'used' WHEN truck_password.revoked_at IS NOT NULL THEN 'revoked'
    WHEN truck_password.valid_to <= now() THEN 'expired' WHEN ${isRevoking} THEN 'revoking'
    WHEN truck_password.valid_from > now() THEN 'not-yet' ELSE 'unused' END`
  return db
    .from('truck_password')
    .innerJoin('truck', 'truck.id', 'truck_password.truck_id')
    .innerJoin('organisation', 'organisation.id', 'truck_password.organisation_id')
    .leftJoinLateral(use, (join) => join.onTrue())
    .where(isChosen(asked.scope, 'truck_password'))
    .where('truck_password.issued_at', '>=', asked.period.from)
    .where('truck_password.issued_at', '<=', asked.period.to)
    .where(among(sql<string>`truck_password.operation`, asked.operation))
    .where(among(state as RawBuilder<string>, asked.state))
    .where(containsText(sql<string>`truck_password.issued_by`, asked.operator ?? ''))
    .select([
      sql<string>`truck_password.id::text`.as('id'),
      plateCell.as('plate'),
      shortNameOf('organisation').as('organisation'),
      'truck_password.operation',
      sql<string>`concat(lpad(truck_password.number::text, 2, '0'), '****')`.as('password'),
      state.as('state'),
      'truck_password.valid_from as validFrom',
      'truck_password.valid_to as validTo',
      'use.at as usedAt',
      'use.place as place',
      'truck_password.issued_at as issuedAt',
      'truck_password.issued_by as operator',
      'truck_password.revoked_at as revokedAt',
      'truck_password.reason as note',
    ])
}

export default defineReport({
  path: 'passwords',
  title: { zh: '一次性密码', en: 'Passwords' },
  filters,
  rows,
  columns: {
    plate: plate(),
    organisation: organisation(),
    operation: choice(OPERATION, OPERATIONS),
    password: text({ zh: '密码', en: 'Password' }),
    state: choice(STATE, STATES),
    validFrom: time({ zh: '生效时间', en: 'Valid from' }),
    validTo: time({ zh: '失效时间', en: 'Valid to' }),
    usedAt: time({ zh: '使用时间', en: 'Used' }),
    place: place({ zh: '使用位置', en: 'Used at' }),
    issuedAt: time({ zh: '生成时间', en: 'Issued' }),
    operator: text({ zh: '生成人', en: 'Issued by' }),
    revokedAt: time({ zh: '作废时间', en: 'Revoked' }),
    note: text({ zh: '原因', en: 'Reason' }),
  },
  sort: { by: 'issuedAt', order: 'desc' },
  actions: [issuePassword, revokePassword],
  rowIs: 'record',
  live: { everyS: [5, 10, 30] },
})
