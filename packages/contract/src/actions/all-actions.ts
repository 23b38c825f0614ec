import * as airtight from './airtight.ts'
import * as alarmRobots from './alarm-robots.ts'
import * as alarms from './alarms.ts'
import * as baseData from './base-data.ts'
import * as cameras from './cameras.ts'
import * as cards from './cards.ts'
import type { Action } from './define-action.ts'
import * as deviceTests from './device-tests.ts'
import * as drivers from './drivers.ts'
import * as evidence from './evidence.ts'
import * as fences from './fences.ts'
import * as firmware from './firmware.ts'
import * as gaugeLearning from './gauge-learning.ts'
import * as handovers from './handovers.ts'
import * as parameterBackups from './parameter-backups.ts'
import * as parameterChanges from './parameter-changes.ts'
import * as parameterFiles from './parameter-files.ts'
import * as parameterTemplates from './parameter-templates.ts'
import * as phoneCalls from './phone-calls.ts'
import * as remoteControl from './remote-control.ts'
import * as repairOrders from './repair-orders.ts'
import * as rights from './rights.ts'
import * as rowDetails from './row-details.ts'
import * as rollOuts from './roll-outs.ts'
import * as sentCommands from './sent-commands.ts'
import * as tankTables from './tank-tables.ts'
import * as terminalParameters from './terminal-parameters.ts'
import * as textMessages from './text-messages.ts'
import * as thresholds from './thresholds.ts'
import * as truckPasswords from './truck-passwords.ts'
import * as truckTexts from './truck-texts.ts'
import * as trucks from './trucks.ts'
import * as upgradeFiles from './upgrade-files.ts'

/** Files of actions by subject; each exports actions and nothing else. */
const SUBJECTS = [
  airtight,
  alarmRobots,
  alarms,
  baseData,
  cameras,
  cards,
  deviceTests,
  drivers,
  evidence,
  fences,
  firmware,
  gaugeLearning,
  handovers,
  parameterBackups,
  parameterChanges,
  parameterFiles,
  parameterTemplates,
  phoneCalls,
  remoteControl,
  repairOrders,
  rights,
  rowDetails,
  rollOuts,
  sentCommands,
  tankTables,
  terminalParameters,
  textMessages,
  thresholds,
  truckPasswords,
  truckTexts,
  trucks,
  upgradeFiles,
] as const satisfies readonly Readonly<Record<string, Action>>[]

type ActionIn<Subject> = Subject extends unknown ? Subject[keyof Subject] : never

/** Every action; a report or an entity that names another does not compile. */
export const ALL_ACTIONS: readonly ActionIn<(typeof SUBJECTS)[number]>[] = SUBJECTS.flatMap((subject) => Object.values(subject))

export type ActionName = (typeof ALL_ACTIONS)[number]['name']

export const ACTION_NAMES = ALL_ACTIONS.map(({ name }) => name) as [ActionName, ...ActionName[]]
