import { z } from 'zod'
import { idList } from './input-bounds.ts'

/** Kinds that the platform orders by itself: nothing for users to stop. */
export const OWN_COMMANDS: readonly string[] = ['evidence']

/** POST /deviceCommands/stop. */
export const commandsStopped = z.object({ commandIds: idList })
