import type { ScreenPath } from './screens.ts'

/** What can be granted to a role besides screens and changes of rows. */
export const ACTION_PERMISSIONS = [
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
  'robots:address',
  'thresholds:change',
  'tests:run',
  'repairs:manage',
  'parameters:send',
  'texts:send',
  'video:watch',
  'commands:stop',
  'trucks:control',
  'passwords:issue',
  'drivers:id-number',
  'terminals:manage',
  'firmware:keep',
  'firmware:send',
  'firmware:downgrade',
  'upgrade-files:send',
  'gauges:accept',
  'views:share',
  'reports:mail',
  'reports:mail-anyone',
] as const
export type ActionPermission = (typeof ACTION_PERMISSIONS)[number]

/** What is granted for each screen of base data by itself. */
export type RowOperation = 'create' | 'change' | 'delete'

/** Adding, changing or deleting what a screen of base data lists. */
export type RowPermission = `${ScreenPath}:${RowOperation}`

/** What a role may be granted: a screen's path, a change of its rows, or an action. */
export type Permission = ScreenPath | RowPermission | ActionPermission
