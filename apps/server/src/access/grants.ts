import { SCREENS, type ScreenPath } from '@tanker/contract/screens'

/** What a role may be granted besides screens. */
export const ACTIONS = ['alarms:handle', 'handovers:sign', 'cargo:import', 'cargo:match', 'integration:keys'] as const
type Action = (typeof ACTIONS)[number]

/** A screen's path or an action. */
export type GrantedFunction = ScreenPath | Action

/** In role_grant: everything there is and will be. */
export const EVERYTHING = '*'

/** Every function that can be granted today. */
export const ALL_FUNCTIONS: readonly GrantedFunction[] = [...SCREENS.map((screen) => screen.path), ...ACTIONS]

/** The trade-show role (spec 4.1): sees what it was granted and changes nothing. */
export const DEMO_ROLE = '展会演示'
/** Spec 6: this role sees the water-truck manual. */
export const WATER_TRUCK_ROLE = '园林局用户'

export type Grants = { readonly superMan: boolean; readonly functions: ReadonlySet<string> }

export const mayUse = (grants: Grants, wanted: GrantedFunction): boolean =>
  grants.superMan || grants.functions.has(EVERYTHING) || grants.functions.has(wanted)

/** The functions a user holds, in the order of the menu. */
export const heldFunctions = (grants: Grants): GrantedFunction[] => ALL_FUNCTIONS.filter((wanted) => mayUse(grants, wanted))
