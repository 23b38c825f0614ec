import { type ComponentType, lazy } from 'react'
import type { CustomActionProps, OwnFormProps } from './custom-action-props.ts'

/** By entity: what draws the actions that only this kind of base data has; null for an action that it does not know. */
export const CUSTOM_ACTIONS: Readonly<Record<string, ComponentType<CustomActionProps>>> = {
  tank_table: lazy(() => import('../tank-tables/tank-table-actions.tsx').then((module) => ({ default: module.TankTableActions }))),
  atg_tank_table: lazy(() => import('../tank-tables/station-tank-actions.tsx').then((module) => ({ default: module.StationTankActions }))),
  truck: lazy(() => import('./truck-terminal-dialog.tsx').then((module) => ({ default: module.TruckTerminalDialog }))),
  driver: lazy(() => import('./card-site-dialog.tsx').then((module) => ({ default: module.CardSiteDialog }))),
  user_enclosure: lazy(() => import('../fences/correct-dialog.tsx').then((module) => ({ default: module.FenceAction }))),
  role: lazy(() => import('../rights/rights-actions.tsx').then((module) => ({ default: module.RoleAction }))),
  user: lazy(() => import('../rights/rights-actions.tsx').then((module) => ({ default: module.UserAction }))),
}

/** By entity: the form of a new row, where it asks for more than the fields. */
export const OWN_FORMS: Readonly<Record<string, ComponentType<OwnFormProps>>> = {
  user: lazy(() => import('../rights/new-user-form.tsx').then((module) => ({ default: module.NewUserForm }))),
}
