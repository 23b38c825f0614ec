import { ALARM_GRADES } from '@tanker/domain/alarms/alarm-grade'
import { z } from 'zod'
import { oneLine, rowId } from './input-bounds.ts'

/** POST /login (spec 7.2). `ip` and `area` are the browser's claims: stored as claimed, never trusted. */
export const loginRequest = z.object({
  username: oneLine.trim().min(1).max(80),
  password: z.string().regex(/^[0-9a-f]{64}$/),
  ip: oneLine.max(64).optional(),
  area: oneLine.max(150).optional(),
})

export const userInfo = z.object({
  id: z.number().int(),
  userName: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  organisationId: z.number().int(),
  companyCode: z.string(),
  companyName: z.string(),
})

export const role = z.object({
  roleName: z.string(),
  superMan: z.boolean(),
  /** Hides alarm type 209 and staff-only columns (spec 6). */
  customer: z.boolean(),
  /** Shows the organisation column (spec 6). */
  sign: z.boolean(),
})

/** What a session must do before it may do anything else: change a password chosen by an administrator, or set up a second factor. */
export const DUTIES = ['password', 'second-factor'] as const
export type Duty = (typeof DUTIES)[number]

/** Answer of POST /login. The session cookie comes beside it; both are needed in every later call. */
export const loginAnswer = z.object({
  role,
  userInfo,
  'header-id': z.string(),
  userIn: z.boolean(),
  /** False for the trade-show role (spec 4.1). */
  notDemo: z.boolean(),
  /** True for the accounts of spec 6 that see the water-truck manual and no counters, alarm settings, language, plug-ins. */
  waterTruckAccount: z.boolean(),
  lastLoginInfo: z.object({ time: z.string().nullable(), ip: z.string().nullable(), area: z.string().nullable() }),
  /** Absent as a rule. While it is there the session does nothing else, and `userIn` is false. */
  owes: z.enum(DUTIES).optional(),
})
export type LoginAnswer = z.infer<typeof loginAnswer>

/** Why a session was ended before its time; stored with it. */
export type SessionEndedBy =
  | 'signed-out'
  | 'administrator'
  | 'password-changed'
  | 'password-reset'
  | 'second-factor-changed'
  | 'second-factor-reset'

/**
 * Why a session opens nothing any more, sent with the answer 504 in `data.ended`. `idle`: not used for hours. `expired`: as old as a
 * session may become. `disabled`: the user, the role or the organisation. `other-sign-in`: the browser signed in again since.
 */
export type SessionEnd = SessionEndedBy | 'idle' | 'expired' | 'disabled' | 'other-sign-in' | 'unknown'

/** PUT /userInfoPwd (spec 7.2, 5.1): both passwords as `hashPassword` makes them. `id` is decoration: it is always one's own. */
export const passwordChange = z.object({
  id: z.string().optional(),
  oldPwd: z.string().regex(/^[0-9a-f]{64}$/),
  pwd: z.string().regex(/^[0-9a-f]{64}$/),
})

/** The session goes on with a new cookie and this header id; what it had before opens nothing any more. */
export const renewedSession = z.object({ 'header-id': z.string(), owes: z.enum(DUTIES).nullable() })
export type RenewedSession = z.infer<typeof renewedSession>

/** GET /loginSettings: what the sign-in page shows before sign-in. */
export const loginSettings = z.object({ servicePhone: z.string().nullable() })

/** GET /userPri (spec 3.3). */
export const userPrivileges = z.object({
  userPri: z.array(z.object({ key: z.string() })),
  companies: z.array(
    z.object({ companyCode: z.string(), companyName: z.string(), id: z.number().int(), parentId: z.number().int().nullable() }),
  ),
  stUserAlarm: z.object({
    id: z.number().int().nullable(),
    userId: z.number().int(),
    alarmTypeIds: z.string(),
    alarmEmailTypeIds: z.string(),
    /** Of the mailed types; yellow: all grades. */
    alarmEmailLeastGrade: z.enum(ALARM_GRADES),
  }),
  /** Where the user's alarm e-mail goes; '' while the account has no address, null while the server cannot send any (readings: alarm e-mail). */
  mailAddress: z.string().nullable(),
  /** Who the user is now: its role or organisation may have changed since it signed in. */
  account: z.object({ role, userInfo, notDemo: z.boolean(), waterTruckAccount: z.boolean() }),
  /** Another one whenever anything of what the user may do has changed. */
  stamp: z.string(),
})
export type UserPrivileges = z.infer<typeof userPrivileges>

/** POST /alarmCue: the alarm settings of the user (spec 7.3). */
export const alarmSettings = z.object({
  id: rowId.optional(),
  userId: rowId.optional(),
  alarmTypeIds: z.string().regex(/^(\d{1,9}(,\d{1,9}){0,199})?$/),
  alarmEmailTypeIds: z.string().regex(/^(\d{1,9}(,\d{1,9}){0,199})?$/),
  /** Stays as it is without it. */
  alarmEmailLeastGrade: z.enum(ALARM_GRADES).optional(),
})

/** GET /getIp: the address the server sees. */
export const seenAddress = z.object({ ip: z.string(), area: z.string() })

/** GET /menus (spec 3.4). Only screens that exist and that the user's role grants. */
export const menus = z.array(
  z.object({
    name: z.string(),
    menus: z.array(z.object({ name: z.string(), url: z.string(), child: z.array(z.object({ name: z.string(), url: z.string() })) })),
  }),
)
export type Menus = z.infer<typeof menus>
