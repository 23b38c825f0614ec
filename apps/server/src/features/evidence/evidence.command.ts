import { z } from 'zod'
import { defineDeviceCommand } from '../../device-commands/define-device-command.ts'

const DAY_S = 86_400
/** A truck that is away is asked when it is back, until then. */
export const EVIDENCE_EXPIRY_S = 7 * DAY_S

/** What a request for pictures says to the terminal. */
export const evidenceOrder = z.object({
  host: z.string(),
  port: z.number().int(),
  number: z.string().length(32),
  terminalId: z.string(),
  markTime: z.string(),
  sequence: z.number().int(),
  attachments: z.number().int(),
})

/** Asks a terminal to send the pictures and clips of one event (0x9208). They come over a connection of their own. */
export const evidenceCommand = defineDeviceCommand({
  kind: 'evidence',
  label: { zh: '调取报警证据', en: 'Request pictures' },
  permission: 'alarms:handle',
  form: evidenceOrder,
  encode: ({ host, port, number, terminalId, markTime, sequence, attachments }) => ({
    done: 'ack',
    message: {
      kind: 'request-evidence',
      host,
      tcpPort: port,
      udpPort: 0,
      mark: { terminalId, time: markTime, sequence, attachments, reserved: 0 },
      alarmNumber: number,
      reserved: new Uint8Array(16),
    },
  }),
  timeoutS: 15,
  installS: 15,
  tries: { min: 1, max: 2, usual: 2 },
  expiryS: EVIDENCE_EXPIRY_S,
  // Asked again by the job where the files do not come, or the terminal did not answer.
  follow: `evidence_asked AS (UPDATE evidence_request r SET
      state = CASE WHEN r.state NOT IN ('waiting', 'asked') THEN r.state WHEN c.state = 'done' THEN 'asked'
        WHEN c.result = 'refused' THEN 'refused' WHEN c.result = 'expired' THEN 'expired' ELSE 'waiting' END,
      asked_at = CASE WHEN c.state = 'done' THEN c.finished_at ELSE r.asked_at END,
      ask_at = CASE WHEN r.state NOT IN ('waiting', 'asked') THEN r.ask_at WHEN c.state = 'done' THEN c.finished_at + interval '30 minutes'
        WHEN c.result IN ('refused', 'expired') THEN NULL ELSE c.finished_at + interval '10 minutes' END
    FROM changed c WHERE c.kind = 'evidence' AND c.finished_at IS NOT NULL AND r.number = c.form_values ->> 'number')`,
})
