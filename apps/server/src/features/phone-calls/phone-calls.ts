import type { newPhoneCall, phoneCalls } from '@tanker/contract/phone-calls'
import type { ScopedDb } from '@tanker/database/scope'
import { sql } from 'kysely'
import type { z } from 'zod'
import { alarmsOf, missingAlarm } from '../../alarms/alarm-rows.ts'
import { type Changer, recordChanges } from '../../platform/changes/record-change.ts'
import { phoneCallErrors } from './phone-call-errors.ts'

/** Calls about one alarm. */
const MAX_PHONE_CALLS = 50

/** Newest first; refused for an alarm that the user does not see. */
export async function phoneCallsAbout(db: ScopedDb, alarmId: string, zone: string): Promise<z.output<typeof phoneCalls>> {
  const alarm = await alarmsOf(db)
    .leftJoin('driver', 'driver.id', 'truck.driver_id')
    .where('alarm.id', '=', alarmId)
    .select(['truck.plate', 'alarm.driver_name', 'driver.name', 'driver.mobile'])
    .executeTakeFirst()
  if (!alarm) throw await missingAlarm(db, [alarmId], zone)
  const calls = await db
    .from('phone_call')
    .where('phone_call.alarm_id', '=', alarmId)
    .selectAll('phone_call')
    .orderBy('phone_call.at', 'desc')
    .orderBy('phone_call.id', 'desc')
    .limit(MAX_PHONE_CALLS)
    .execute()
  // Another driver may have the truck by now: its number would lead to the wrong person.
  const isSame = alarm.name !== null && (alarm.driver_name === null || alarm.driver_name === alarm.name)
  return {
    plate: alarm.plate,
    driver: isSame && alarm.name !== null ? { name: alarm.name, phone: alarm.mobile ?? '' } : null,
    calls: calls.map(({ id, called, outcome, phone, remark, called_by: by, at }) => ({
      id,
      called,
      outcome,
      phone,
      remark,
      by,
      at: at.toISOString(),
    })),
  }
}

/** @returns the id of the call */
export async function recordPhoneCall(
  db: ScopedDb,
  by: Changer & { readonly name: string },
  { alarmId, called, outcome, phone, remark }: z.output<typeof newPhoneCall>,
  zone: string,
): Promise<number> {
  const alarm = await alarmsOf(db)
    .where('alarm.id', '=', alarmId)
    .select(['alarm.id', 'alarm.organisation_id', 'alarm.type', 'truck.plate'])
    .executeTakeFirst()
  if (!alarm) throw await missingAlarm(db, [alarmId], zone)
  return db.unscoped.transaction().execute(async (transaction) => {
    // Two at once must not pass the bound together.
    await transaction.selectFrom('alarm').where('id', '=', alarm.id).select('id').forUpdate().execute()
    const { count } = await transaction
      .selectFrom('phone_call')
      .where('alarm_id', '=', alarm.id)
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    if (count >= MAX_PHONE_CALLS) throw phoneCallErrors.tooMany(MAX_PHONE_CALLS)
    const { id } = await transaction
      .insertInto('phone_call')
      .values({ alarm_id: alarm.id, organisation_id: alarm.organisation_id, called, outcome, phone, remark, called_by: by.name, at: by.at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChanges(transaction, by, [
      {
        entity: 'phone_call',
        rowId: id,
        organisationId: alarm.organisation_id,
        action: 'create',
        old: null,
        new: { plate: alarm.plate, alarm: alarm.id, called, outcome, phone, remark },
      },
    ])
    return id
  })
}
