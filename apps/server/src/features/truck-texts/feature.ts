import type { Feature } from '../feature.ts'
import { truckTextRoutes } from './truck-text-routes.ts'
import { truckTextCommand } from './truck-text.command.ts'

/** Texts that are shown or read out in the cab. */
export const truckTexts: Feature = { routes: truckTextRoutes, commands: [truckTextCommand] }
