import type { FindAlarm } from '../../reports/question.ts'
import { alarmsOf, missingAlarm } from '../../alarms/alarm-rows.ts'

/** The alarm that a list opens from; refuses when the user does not see it, with the reason when late data superseded it. */
export const findAlarm: FindAlarm = async (db, alarmId, zone) => {
  const alarm = await alarmsOf(db).where('alarm.id', '=', alarmId).select(['alarm.truck_id', 'alarm.started_at']).executeTakeFirst()
  if (!alarm) throw await missingAlarm(db, [alarmId], zone)
  return { truckId: alarm.truck_id, startedAt: alarm.started_at }
}
