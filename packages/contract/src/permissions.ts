import type { RowOperation } from './base-data/define-entity.ts'
import type { ScreenPath } from './screens.ts'

/** Actions that can be granted to a role besides screens. */
export const ACTIONS = [
  'alarms:handle',
  'handovers:sign',
  'cargo:import',
  'cargo:match',
  'integration:keys',
  'users:password',
  'users:second-factor',
  'users:sessions',
  'roles:grant',
  'sms:top-up',
  'sms:resend',
  'tests:run',
  'terminals:manage',
  'firmware:keep',
  'firmware:send',
  'firmware:downgrade',
  'gauges:accept',
] as const
export type Action = (typeof ACTIONS)[number]

/** Adding, changing or deleting what a screen of base data lists. */
export type RowPermission = `${ScreenPath}:${RowOperation}`

/** What a role may be granted: a screen's path, a change of its rows, or an action. */
export type Permission = ScreenPath | RowPermission | Action
