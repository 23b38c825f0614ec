import { UPGRADE_TRIES } from '@tanker/contract/firmware'
import { FIRMWARE_FILES } from '@tanker/parameters/device-files'
import { encodeFirmwareHead } from '@tanker/protocol/tanker-extension/firmware-file'
import { z } from 'zod'
import { defineDeviceCommand } from '../../device-commands/define-device-command.ts'

/** Installs firmware: on the console itself by 0x8108, on what hangs on it as a file of the tanker extension. */
export const upgradeCommand = defineDeviceCommand({
  kind: 'upgrade',
  label: { zh: '固件升级', en: 'Upgrade' },
  permission: 'firmware:send',
  form: z.object({}),
  encode(_, { device, maker, hardware, newVersion, content }) {
    if (device === null) throw new TypeError('an upgrade without a device')
    if (device === 'console') return { done: 'version' }
    return {
      done: 'file',
      file: FIRMWARE_FILES[device],
      head: encodeFirmwareHead({ maker, hardware, version: newVersion, bytes: content.length }),
    }
  },
  timeoutS: 15,
  installS: 120,
  tries: UPGRADE_TRIES,
  expiryS: null,
  follow: `upgraded AS (INSERT INTO device_version (truck_id, device, version, reported_at)
    SELECT truck_id, device, new_version, finished_at FROM changed WHERE kind = 'upgrade' AND state = 'done'
    ON CONFLICT (truck_id, device) DO UPDATE SET version = excluded.version, reported_at = excluded.reported_at)`,
})
