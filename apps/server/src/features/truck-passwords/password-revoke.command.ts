import { passwordActions, passwordResults, transparentTypes } from '@tanker/protocol/messages/transparent.message'
import { z } from 'zod'
import { defineDeviceCommand } from '../../device-commands/define-device-command.ts'
import type { PasswordSubject } from './password-secret.ts'

/** Which one: its number, its validity, its begin (docs/tanker-extension.md). */
function revokedPassword({ number, validity, slot }: Omit<PasswordSubject, 'operation'>): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUInt8(number, 0)
  bytes.writeUInt8(validity, 1)
  bytes.writeUInt32BE(slot, 2)
  return bytes
}

/** The console refuses a password from now on. Ends with the password's validity; a console that has taken the password refuses. */
export const passwordRevokeCommand = defineDeviceCommand({
  kind: 'password-revoke',
  label: { zh: '作废一次性密码', en: 'Revoke a one-time password' },
  permission: 'passwords:issue',
  form: z.object({
    passwordId: z.number().int(),
    number: z.number().int().min(0).max(99),
    validity: z.number().int().min(0).max(255),
    slot: z.number().int().min(0).max(0xffff_ffff),
  }),
  encode: (subject) => ({
    done: 'reply',
    message: {
      kind: 'transparent-down',
      type: transparentTypes.tankerPassword,
      content: 'tanker-password',
      version: 1,
      action: passwordActions.revoke,
      data: revokedPassword(subject),
    },
    matches: (reply) =>
      reply.kind === 'transparent-up' &&
      reply.content === 'tanker-password' &&
      reply.action === passwordActions.revoke &&
      revokedPassword(subject).equals(reply.data),
    judge: (reply) =>
      reply.kind === 'transparent-up' && reply.content === 'tanker-password' && reply.result === passwordResults.done
        ? {}
        : { result: 'refused' },
  }),
  timeoutS: 15,
  installS: 15,
  tries: { min: 1, max: 3, usual: 3 },
  goesFirst: true,
  expiryS: null,
  follow: `password_revoked AS (UPDATE truck_password p SET revoked_at = c.finished_at
    FROM changed c WHERE c.kind = 'password-revoke' AND c.state = 'done' AND p.id = (c.form_values ->> 'passwordId')::int)`,
})
