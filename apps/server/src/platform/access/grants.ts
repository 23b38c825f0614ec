import { ALL_ENTITIES } from '@tanker/contract/base-data/all-entities'
import { type Entity, ROW_OPERATIONS } from '@tanker/contract/base-data/define-entity'
import { ACTION_PERMISSIONS, type Permission, type RowOperation, type RowPermission } from '@tanker/contract/permissions'
import { EVERYTHING } from '@tanker/contract/rights'
import { SCREENS, type ScreenPath } from '@tanker/contract/screens'

/** The permissions of a base data entity besides its screen. */
export const rowPermissionsOf = ({ path }: Pick<Entity, 'path'>): RowPermission[] =>
  (Object.keys(ROW_OPERATIONS) as RowOperation[]).map((action): RowPermission => `${path as ScreenPath}:${action}`)

/** Every function that can be granted. */
export const ALL_PERMISSIONS: readonly Permission[] = [
  ...SCREENS.map((screen) => screen.path),
  ...ALL_ENTITIES.flatMap(rowPermissionsOf),
  ...ACTION_PERMISSIONS,
]

/** The trade-show role (spec 4.1): read only, within its granted screens. */
export const DEMO_ROLE = '展会演示'
/** Spec 6: this role sees the water-truck manual. */
export const WATER_TRUCK_ROLE = '园林局用户'

export type Grants = { readonly superMan: boolean; readonly permissions: ReadonlySet<string> }

export const mayUse = (grants: Grants, wanted: Permission): boolean =>
  grants.superMan || grants.permissions.has(EVERYTHING) || grants.permissions.has(wanted)

/** Whether the user has at least one of these. */
export const mayUseAny = (grants: Grants, wanted: readonly Permission[]): boolean => wanted.some((one) => mayUse(grants, one))

/** The permissions of a user, in the order of the menu. */
export const heldPermissions = (grants: Grants): Permission[] => ALL_PERMISSIONS.filter((wanted) => mayUse(grants, wanted))
