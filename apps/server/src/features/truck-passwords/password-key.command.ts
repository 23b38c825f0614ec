import { PASSWORD_KEY_EXPIRES_S } from '@tanker/contract/truck-passwords'
import { passwordActions, passwordResults, transparentTypes } from '@tanker/protocol/messages/transparent.message'
import { z } from 'zod'
import { defineDeviceCommand } from '../../device-commands/define-device-command.ts'
import { PROOF_BYTES, PUBLIC_KEY_BYTES } from './password-secret.ts'

/** The console agrees with the platform on a secret for one-time passwords, and says by its proof that it has it. */
export const passwordKeyCommand = defineDeviceCommand({
  kind: 'password-key',
  label: { zh: '设置一次性密码密钥', en: 'Key of one-time passwords' },
  permission: 'passwords:issue',
  /** The platform's public key for this truck. */
  form: z.object({ key: z.hex().length(2 * PUBLIC_KEY_BYTES) }),
  encode: ({ key }) => ({
    done: 'reply',
    message: {
      kind: 'transparent-down',
      type: transparentTypes.tankerPassword,
      content: 'tanker-password',
      version: 1,
      action: passwordActions.agree,
      data: Buffer.from(key, 'hex'),
    },
    matches: (reply) => reply.kind === 'transparent-up' && reply.content === 'tanker-password' && reply.action === passwordActions.agree,
    judge: (reply) => {
      if (reply.kind !== 'transparent-up' || reply.content !== 'tanker-password') return { result: 'refused' }
      const { result, data } = reply
      if (result !== passwordResults.done || data.length !== PUBLIC_KEY_BYTES + PROOF_BYTES) return { result: 'refused' }
      return { answer: Buffer.from(data) }
    },
  }),
  timeoutS: 15,
  installS: 15,
  tries: { min: 1, max: 3, usual: 3 },
  expiryS: PASSWORD_KEY_EXPIRES_S,
  follow: `key_agreed AS (INSERT INTO password_key (truck_id, terminal_id, console_key, proof, agreed_at)
    SELECT c.truck_id, t.terminal_id, substring(c.answer FROM 1 FOR ${PUBLIC_KEY_BYTES}), substring(c.answer FROM ${PUBLIC_KEY_BYTES + 1}), c.finished_at
    FROM changed c JOIN truck t ON t.id = c.truck_id WHERE c.kind = 'password-key' AND c.state = 'done' AND t.terminal_id IS NOT NULL
    ON CONFLICT (truck_id) DO UPDATE SET terminal_id = excluded.terminal_id, console_key = excluded.console_key, proof = excluded.proof,
      agreed_at = excluded.agreed_at)`,
})
