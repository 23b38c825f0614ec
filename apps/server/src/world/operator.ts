import type { Db } from '@tanker/database/connection'
import { OPERATOR_SCOPE, scoped } from '@tanker/database/scope'
import { TERMINAL } from '../platform/access/record-access.ts'
import type { Saver } from '../base-data/apply-changes.ts'

/** The operator of the machine as writer: the first start, and commands in the terminal. */
export const operatorOf = (db: Db, at: Date): Saver => ({ db: scoped(db, OPERATOR_SCOPE), writer: { ...TERMINAL, at } })
