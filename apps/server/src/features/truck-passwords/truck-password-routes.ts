import { truckPasswordCalls } from '@tanker/contract/endpoints/truck-passwords'
import { signInErrors } from '../../platform/access/sign-in-errors.ts'
import { changerOf } from '../../platform/changes/record-change.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { isOwnPassword } from '../access/feature.ts'
import { findTruck, issuePassword } from './issue-password.ts'
import { revokePassword } from './revoke-password.ts'
import { setUpKeys } from './set-up-keys.ts'

export const truckPasswordRoutes = (parts: HttpParts): Route[] => {
  const { bus, now, settings } = parts
  return [
    handle(truckPasswordCalls.issue, async ({ input, db, user }) => {
      // A truck that is not the user's must look unknown with any password.
      await findTruck(db, input.truckId)
      if (!(await isOwnPassword(parts, user, input.pwd))) throw signInErrors.wrongPassword()
      return issuePassword(db, input, settings.secondFactorKey, changerOf(user, now()))
    }),
    handle(truckPasswordCalls.revoke, async ({ input, db, user }) => {
      await revokePassword(db, input.passwordId, changerOf(user, now()))
      bus.publish('commands', '')
      return null
    }),
    handle(truckPasswordCalls.setUpKeys, async ({ input, db, user }) => {
      const trucks = await setUpKeys(db, input.truckIds, settings.secondFactorKey, changerOf(user, now()))
      bus.publish('commands', '')
      return { trucks }
    }),
  ]
}
