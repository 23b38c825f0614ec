import { type ComponentType, lazy } from 'react'
import type { OwnDeedProps, OwnFormProps } from './own-deed-props.ts'

/** By entity: what draws the deeds that only this kind of base data has; null for a deed that it does not know. */
export const OWN_DEEDS: Readonly<Record<string, ComponentType<OwnDeedProps>>> = {
  tank_table: lazy(() => import('../tank-tables/tank-table-deeds.tsx').then((module) => ({ default: module.TankTableDeeds }))),
  atg_tank_table: lazy(() => import('../tank-tables/station-tank-deeds.tsx').then((module) => ({ default: module.StationTankDeeds }))),
  truck: lazy(() => import('./truck-terminal-dialog.tsx').then((module) => ({ default: module.TruckTerminalDialog }))),
  driver: lazy(() => import('./card-site-dialog.tsx').then((module) => ({ default: module.CardSiteDialog }))),
  user_enclosure: lazy(() => import('../fences/correct-dialog.tsx').then((module) => ({ default: module.FenceDeed }))),
  role: lazy(() => import('../rights/rights-deeds.tsx').then((module) => ({ default: module.RoleDeed }))),
  user: lazy(() => import('../rights/rights-deeds.tsx').then((module) => ({ default: module.UserDeed }))),
}

/** By entity: the form of a new row, where it asks for more than the fields. */
export const OWN_FORMS: Readonly<Record<string, ComponentType<OwnFormProps>>> = {
  user: lazy(() => import('../rights/new-user-form.tsx').then((module) => ({ default: module.NewUserForm }))),
}
