import { z } from 'zod'
import { oneLine, rowId, rowVersion } from './input-bounds.ts'

const id = rowId
/** As `hashPassword` makes it. */
const hashedPassword = z.string().regex(/^[0-9a-f]{64}$/)

/** In a role's permissions: everything there is and will be. */
export const EVERYTHING = '*'

/**
 * GET /rolePermissions: what can be granted, as a tree whose nodes name the one above them (null: at the top), in the order of
 * the menu. Groups and sections only hold others together; screens and actions are permissions by their key.
 */
const permissionNode = z.object({
  key: z.string(),
  parent: z.string().nullable(),
  name: z.string(),
  kind: z.enum(['group', 'section', 'screen', 'action']),
  /** A sensitive permission: the page asks before it is granted. */
  dangerous: z.boolean(),
  /** The user holds it and so may grant it. */
  held: z.boolean(),
})
export type PermissionNode = z.infer<typeof permissionNode>

export const rolePermissionsAsked = z.object({ id })

export const rolePermissions = z.object({
  roleId: z.number().int(),
  roleName: z.string(),
  companyName: z.string(),
  version: z.number().int(),
  /** How many users have the role. */
  users: z.number().int(),
  /** Permissions by key; `*` alone means everything. */
  permissions: z.array(z.string()),
  /** Why the user may not change them, a whole sentence; null when it may. */
  locked: z.string().nullable(),
  /** Whether the user itself holds everything there is and will be, and so may grant it. */
  mayGrantEverything: z.boolean(),
  tree: z.array(permissionNode),
})
export type RolePermissions = z.infer<typeof rolePermissions>

/** PUT /rolePermissions: all permissions that the role is to have, by key with commas. */
export const rolePermissionsSaved = z.object({ id, version: rowVersion, permissions: z.string().max(40_000) })

/** GET /rolePermissions/roles and /baseData/user/roles: roles of the user's organisations. */
export const roleChoices = z.array(
  z.object({
    id: z.number().int(),
    name: z.string(),
    organisationId: z.number().int(),
    companyName: z.string(),
    enabled: z.boolean(),
    /** It holds no more than the user does, who may therefore give it to others. */
    canGrant: z.boolean(),
  }),
)

/** POST /roles/copy: a new role with the flags and permissions of another. */
export const roleCopy = z.object({ id, organisationId: id, name: oneLine.trim().min(1).max(80) })

/** POST /baseData/user besides the fields of the entity. */
export const firstPassword = z.object({ pwd: hashedPassword })

/** PUT /users/password: replaces the password of another user, whose sessions end. */
export const passwordReset = z.object({ id, pwd: hashedPassword })

export const sessionsAsked = z.object({ id })

const session = z.object({
  sessionId: z.number().int(),
  begunAt: z.string(),
  seenAt: z.string(),
  /** Null while it lives. */
  endedAt: z.string().nullable(),
  ip: z.string(),
  /** As the browser claimed it. */
  area: z.string(),
  /** The one by which the question is asked. */
  own: z.boolean(),
})

/** GET /users/sessions: those that live, and the sign-ins of the past, the newest first. */
export const userSessions = z.object({ living: z.array(session), past: z.array(session) })
export type UserSessions = z.infer<typeof userSessions>

/** POST /users/sessions/end */
export const sessionEnded = z.object({ sessionId: id })
