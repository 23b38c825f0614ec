import { ALL_ENTITIES } from '@tanker/contract/base-data/all-entities'
import { type Entity, ROW_OPERATIONS, type RowOperation } from '@tanker/contract/base-data/define-entity'
import { ACTIONS, type GrantedFunction, type RowFunction } from '@tanker/contract/functions'
import { EVERYTHING } from '@tanker/contract/rights'
import { SCREENS, type ScreenPath } from '@tanker/contract/screens'

/** The functions of a base data entity besides its screen. */
export const rowFunctionsOf = ({ path }: Pick<Entity, 'path'>): RowFunction[] =>
  (Object.keys(ROW_OPERATIONS) as RowOperation[]).map((action): RowFunction => `${path as ScreenPath}:${action}`)

/** Every function that can be granted. */
export const ALL_FUNCTIONS: readonly GrantedFunction[] = [
  ...SCREENS.map((screen) => screen.path),
  ...ALL_ENTITIES.flatMap(rowFunctionsOf),
  ...ACTIONS,
]

/** The trade-show role (spec 4.1): read only, within its granted screens. */
export const DEMO_ROLE = '展会演示'
/** Spec 6: this role sees the water-truck manual. */
export const WATER_TRUCK_ROLE = '园林局用户'

export type Grants = { readonly superMan: boolean; readonly functions: ReadonlySet<string> }

export const mayUse = (grants: Grants, wanted: GrantedFunction): boolean =>
  grants.superMan || grants.functions.has(EVERYTHING) || grants.functions.has(wanted)

/** The functions of a user, in the order of the menu. */
export const heldFunctions = (grants: Grants): GrantedFunction[] => ALL_FUNCTIONS.filter((wanted) => mayUse(grants, wanted))
