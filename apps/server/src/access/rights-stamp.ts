import { createHash } from 'node:crypto'
import type { SignedInUser } from './sessions.ts'

/** The same as long as nothing changed of what a user may see and do. */
export const rightsStamp = ({ company, roleName, superMan, customer, sign, waterTruckAccount, grants }: SignedInUser): string =>
  createHash('sha256')
    .update(JSON.stringify([company, roleName, superMan, customer, sign, waterTruckAccount, [...grants.functions].toSorted()]))
    .digest('base64url')
    .slice(0, 22)
