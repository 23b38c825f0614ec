import type { Called, CallOutcome } from '@tanker/domain/alarms/phone-call'
import type { ColumnType, Generated } from 'kysely'

/** Telephone calls about alarms; never changed. */
export type PhoneCallTables = {
  phone_call: {
    id: Generated<number>
    alarm_id: ColumnType<string, string, never>
    /** The alarm's. */
    organisation_id: number
    called: Called
    outcome: CallOutcome
    phone: Generated<string>
    remark: Generated<string>
    /** Name of the user who rang. */
    called_by: string
    at: ColumnType<Date, Date | string, never>
  }
}
