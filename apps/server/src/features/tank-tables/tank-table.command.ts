import { TANK_TABLE_FILE } from '@tanker/parameters/device-files'
import { z } from 'zod'
import { defineDeviceCommand } from '../../device-commands/define-device-command.ts'

/** Sends a tank table to its truck; the state of the table follows the command. */
export const tankTableCommand = defineDeviceCommand({
  kind: 'tank-table',
  label: { zh: '罐容表下发', en: 'Send tank table' },
  permission: 'setting/base_data/tank_table:change',
  form: z.object({}),
  encode: () => ({ done: 'file', file: TANK_TABLE_FILE, head: new Uint8Array(0) }),
  timeoutS: 15,
  installS: 120,
  tries: { min: 2, max: 20, usual: 3 },
  expiryS: null,
  follow: `followed AS (UPDATE tank_table t SET
    send_state = CASE
      WHEN o.state = 'done' THEN 'synced'
      WHEN o.state IN ('sending', 'synchronizing') THEN o.state
      WHEN o.state = 'waiting' THEN 'sending'
      WHEN o.state = 'stopped' THEN CASE WHEN t.synced_at IS NULL THEN 'not-sent' ELSE 'synced' END
      WHEN o.result = 'table' THEN 'table-failed'
      WHEN o.result = 'pipe' THEN 'pipe-failed'
      ELSE 'sync-failed' END,
    synced_at = CASE WHEN o.state = 'done' THEN o.finished_at ELSE t.synced_at END
    FROM changed o WHERE o.kind = 'tank-table' AND t.id = o.tank_table_id)`,
  onDone: ({ truckId }, { contextChanged }) => contextChanged(truckId),
})
