import { z } from 'zod'
import { oneLine, rowId, rowVersion } from './input-bounds.ts'

const id = rowId
/** As `hashPassword` makes it. */
const hashedPassword = z.string().regex(/^[0-9a-f]{64}$/)

/** In a role's functions: everything there is and will be. */
export const EVERYTHING = '*'

/**
 * GET /roleFunctions: what can be granted, as a tree whose nodes name the one above them (null: at the top), in the order of
 * the menu. Groups and sections only hold others together; screens and actions are functions by their key.
 */
const functionNode = z.object({
  key: z.string(),
  parent: z.string().nullable(),
  name: z.string(),
  kind: z.enum(['group', 'section', 'screen', 'action']),
  /** A sensitive function: the page asks before it is granted. */
  dangerous: z.boolean(),
  /** The user holds it and so may grant it. */
  held: z.boolean(),
})
export type FunctionNode = z.infer<typeof functionNode>

export const roleFunctionsAsked = z.object({ id })

export const roleFunctions = z.object({
  roleId: z.number().int(),
  roleName: z.string(),
  companyName: z.string(),
  version: z.number().int(),
  /** How many users have the role. */
  users: z.number().int(),
  /** Functions by key; `*` alone means everything. */
  functions: z.array(z.string()),
  /** Why the user may not change them, a whole sentence; null when it may. */
  locked: z.string().nullable(),
  /** Whether the user itself holds everything there is and will be, and so may grant it. */
  mayGrantEverything: z.boolean(),
  tree: z.array(functionNode),
})
export type RoleFunctions = z.infer<typeof roleFunctions>

/** PUT /roleFunctions: all functions that the role is to have, by key with commas. */
export const roleFunctionsSaved = z.object({ id, version: rowVersion, functions: z.string().max(40_000) })

/** GET /roleFunctions/roles and /baseData/user/roles: roles of the user's organisations. */
export const roleChoices = z.array(
  z.object({
    id: z.number().int(),
    name: z.string(),
    companyId: z.number().int(),
    companyName: z.string(),
    enabled: z.boolean(),
    /** It holds no more than the user does, who may therefore give it to others. */
    canGrant: z.boolean(),
  }),
)

/** POST /roles/copy: a new role with the flags and functions of another. */
export const roleCopy = z.object({ id, companyId: id, name: oneLine.trim().min(1).max(80) })

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
