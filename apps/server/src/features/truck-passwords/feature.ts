import type { Feature } from '../feature.ts'
import { passwordKeyCommand } from './password-key.command.ts'
import { passwordRevokeCommand } from './password-revoke.command.ts'
import { truckPasswordRoutes } from './truck-password-routes.ts'

/** One-time passwords that consoles check without a network. */
export const truckPasswords: Feature = { routes: truckPasswordRoutes, commands: [passwordKeyCommand, passwordRevokeCommand] }
