import type { Feature } from '../feature.ts'
import { accessRoutes } from './access-routes.ts'
import { rightsRoutes } from './rights-routes.ts'
import { roleTable } from './role-table.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { userTable } from './user-table.ts'

export { readRoleChoices } from './copy-role.ts'
export { isOwnPassword } from './own-password.ts'
export { storedPassword } from './passwords.ts'
export { removeSecondFactor } from './second-factor.ts'

/** Sign-in, second factor, roles and users. */
export const access: Feature = {
  routes: (parts) => [...accessRoutes(parts), ...secondFactorRoutes(parts), ...rightsRoutes(parts)],
  entities: [roleTable, userTable],
}
