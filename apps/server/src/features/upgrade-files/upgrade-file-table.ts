import { upgradeFile } from '@tanker/contract/base-data/upgrade-file'
import { withinInt } from '../../base-data/entity-rows.ts'
import type { EntityTable } from '../../base-data/entity-table.ts'
import { plainTable } from '../../base-data/plain-table.ts'
import { refuseWhileSent } from '../firmware/feature.ts'

/** The library of what is kept to be sent; its bytes are stored by the call that adds a file. */
export const upgradeFileTable: EntityTable = {
  ...plainTable(upgradeFile, { table: 'upgrade_file' }),
  ownCreate: true,
  async authorize({ mine }, changes) {
    for (const { id, after } of changes) {
      if (id === null || after !== null) continue
      const row = await mine
        .from('upgrade_file')
        .where('upgrade_file.id', '=', withinInt(id))
        .select('upgrade_file.firmware_id')
        .executeTakeFirst()
      if (row?.firmware_id) await refuseWhileSent(mine, row.firmware_id)
    }
  },
}
