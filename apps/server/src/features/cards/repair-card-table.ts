import { repairCard } from '@tanker/contract/base-data/repair-card'
import type { EntityTable } from '../../base-data/entity-table.ts'

export const repairCardTable: EntityTable = {
  entity: repairCard,
  table: 'repair_card',
  fixed: {},
  columns: {
    code: 'code',
    name: 'holder',
    organisationId: 'organisation_id',
    authority: 'authority',
    issuedOn: 'issued_on',
    expiresOn: 'expires_on',
    remark: 'remark',
    status: 'enabled',
  },
  uniqueBy: { repair_card_code: 'code' },
  references: [],
}
