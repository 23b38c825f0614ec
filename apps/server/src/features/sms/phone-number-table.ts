import { phoneNumber } from '@tanker/contract/base-data/phone-number'
import type { EntityTable } from '../../base-data/entity-table.ts'

/** Phone numbers that get alarm messages. */
export const phoneNumberTable: EntityTable = {
  entity: phoneNumber,
  table: 'sms_number',
  fixed: {},
  columns: {
    name: 'name',
    phone: 'phone',
    organisationId: 'organisation_id',
    kinds: 'kinds',
    quietFrom: 'quiet_from',
    quietTo: 'quiet_to',
    status: 'enabled',
  },
  uniqueBy: { sms_number_phone: 'phone' },
  references: [],
}
