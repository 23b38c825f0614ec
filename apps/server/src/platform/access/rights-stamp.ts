import { createHash } from 'node:crypto'
import type { SignedInUser } from './sessions.ts'

/** Changes whenever the permissions or the scope of the user change. */
export const rightsStamp = ({ organisation, roleName, superMan, customer, sign, waterTruckAccount, grants }: SignedInUser): string =>
  createHash('sha256')
    .update(JSON.stringify([organisation, roleName, superMan, customer, sign, waterTruckAccount, [...grants.permissions].toSorted()]))
    .digest('base64url')
    .slice(0, 22)
