import { PARAMETER_TRIES } from '@tanker/contract/parameter-files'
import { z } from 'zod'
import { defineDeviceCommand } from '../../device-commands/define-device-command.ts'
import { FILE_BOUNDED } from './backup-bound.ts'

const DAY_S = 86_400

/** Reads a parameter file of a console. */
export const readFileCommand = defineDeviceCommand({
  kind: 'read-file',
  label: { zh: '读取参数文件', en: 'Read parameter file' },
  permission: 'setting/device_parameter/params_files',
  form: z.object({ file: z.number().int() }),
  encode: ({ file }) => ({ done: 'read', file }),
  timeoutS: 15,
  installS: 15,
  tries: { min: 1, max: 5, usual: 3 },
  // What did not connect for a week is asked again by who still wants to know.
  expiryS: 7 * DAY_S,
  follow: `file_reported AS (INSERT INTO parameter_file (truck_id, file, reported, reported_at)
    SELECT truck_id, (form_values ->> 'file')::int, answer, finished_at FROM changed
      WHERE kind IN ('read-file', 'write-file') AND answer IS NOT NULL
    ON CONFLICT (truck_id, file) DO UPDATE SET reported = excluded.reported, reported_at = excluded.reported_at)`,
})

/** Writes a parameter file: the command's bytes. `seen`: CRC-32 of what the user saw. */
export const writeFileCommand = defineDeviceCommand({
  kind: 'write-file',
  label: { zh: '下发参数文件', en: 'Write parameter file' },
  permission: 'parameters:send',
  form: z.object({ file: z.number().int(), seen: z.number().int(), reason: z.string() }),
  encode: ({ file, seen }) => ({ done: 'replaced', file, seen }),
  timeoutS: 15,
  installS: 120,
  tries: PARAMETER_TRIES,
  expiryS: null,
  // What a truck answers is taken in by the statement of the read command, for both.
  // What is kept is always what the user saw, so its CRC-32 is known. Steps after the first keep nothing, and so remove nothing.
  follow: `file_kept AS (INSERT INTO parameter_backup (truck_id, file, content, taken_at, taken_by, command_id, crc32, source)
    SELECT truck_id, (form_values ->> 'file')::int, had, now(), ordered_by, id, (form_values ->> 'seen')::bigint, 'before-send'
      FROM changed WHERE kind = 'write-file' AND had IS NOT NULL
    ON CONFLICT (command_id) DO NOTHING RETURNING truck_id, file),
    ${FILE_BOUNDED}`,
})
