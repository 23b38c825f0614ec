import { access } from './features/access/feature.ts'
import { accessLog } from './features/access-log/feature.ts'
import { airtight } from './features/airtight/feature.ts'
import { alarmDesk } from './features/alarm-desk/feature.ts'
import { alarmHandling, findAlarm } from './features/alarm-handling/feature.ts'
import { alarmRobots } from './features/alarm-robots/feature.ts'
import { board } from './features/board/feature.ts'
import { cards } from './features/cards/feature.ts'
import { cargo } from './features/cargo/feature.ts'
import { dashboard } from './features/dashboard/feature.ts'
import { deviceTests } from './features/device-tests/feature.ts'
import { devices } from './features/devices/feature.ts'
import { downloads } from './features/downloads/feature.ts'
import { drivers } from './features/drivers/feature.ts'
import { exemptions } from './features/exemptions/feature.ts'
import { evidence } from './features/evidence/feature.ts'
import { fences } from './features/fences/feature.ts'
import { firmware } from './features/firmware/feature.ts'
import { gaugeLearning } from './features/gauge-learning/feature.ts'
import { handovers } from './features/handovers/feature.ts'
import { integration } from './features/integration/feature.ts'
import { loss } from './features/loss/feature.ts'
import { mail } from './features/mail/feature.ts'
import { mailedReportJobs, mailedReports } from './features/mailed-reports/feature.ts'
import { namedViews } from './features/named-views/feature.ts'
import { notices } from './features/notices/feature.ts'
import { organisations } from './features/organisations/feature.ts'
import { pageVisits } from './features/page-visits/feature.ts'
import { photos } from './features/photos/feature.ts'
import { places } from './features/places/feature.ts'
import { quickVisits } from './features/quick-visits/feature.ts'
import { parameterFiles } from './features/parameter-files/feature.ts'
import { phoneCalls } from './features/phone-calls/feature.ts'
import { repairOrders } from './features/repair-orders/feature.ts'
import { retention } from './features/retention/feature.ts'
import { rollOuts } from './features/roll-outs/feature.ts'
import { thresholds } from './features/thresholds/feature.ts'
import { sms } from './features/sms/feature.ts'
import { streetMap } from './features/street-map/feature.ts'
import { tankTables } from './features/tank-tables/feature.ts'
import { parameterChanges } from './features/parameter-changes/feature.ts'
import { terminalParameters } from './features/terminal-parameters/feature.ts'
import { tracks } from './features/tracks/feature.ts'
import { trackSearch } from './features/track-search/feature.ts'
import { training } from './features/training/feature.ts'
import { parameterTemplates } from './features/parameter-templates/feature.ts'
import { upgradeFiles } from './features/upgrade-files/feature.ts'
import { sentCommands } from './features/sent-commands/feature.ts'
import { remoteControl } from './features/remote-control/feature.ts'
import { truckPasswords } from './features/truck-passwords/feature.ts'
import { truckTexts } from './features/truck-texts/feature.ts'
import { trucks } from './features/trucks/feature.ts'
import { uploads } from './features/uploads/feature.ts'
import { video } from './features/video/feature.ts'
import { ALL_ENTITIES } from '@tanker/contract/base-data/all-entities'
import type { Entity } from '@tanker/contract/base-data/define-entity'
import { ALL_REPORTS } from '@tanker/reports/all-reports'
import { type ReportScreen, reportsOf } from '@tanker/reports/define-report'
import { baseDataRoutes } from './base-data/base-data-routes.ts'
import type { EntityTable } from './base-data/entity-table.ts'
import { withOwnedRows } from './base-data/owned-rows.ts'
import { plainList } from './base-data/plain-list.ts'
import { plainTable } from './base-data/plain-table.ts'
import { type KnownCommands, knownCommands } from './device-commands/known-commands.ts'
import type { Feature } from './features/feature.ts'
import { gatewayJobs } from './gateway/gateway-jobs.ts'
import type { HttpParts } from './platform/http/parts.ts'
import type { Route } from './platform/http/routes.ts'
import type { JobOptions } from './platform/jobs/job.ts'
import type { Job } from './platform/jobs/start-job.ts'
import { reportRoutes } from './reports/report-routes.ts'

/** What the server can do, one line each. */
const SUBJECTS: readonly Feature[] = [
  access,
  accessLog,
  airtight,
  alarmDesk,
  alarmHandling,
  alarmRobots,
  board,
  cards,
  cargo,
  phoneCalls,
  repairOrders,
  parameterFiles,
  dashboard,
  deviceTests,
  devices,
  downloads,
  drivers,
  evidence,
  exemptions,
  fences,
  firmware,
  gaugeLearning,
  handovers,
  integration,
  loss,
  mail,
  mailedReports,
  namedViews,
  notices,
  organisations,
  pageVisits,
  photos,
  places,
  quickVisits,
  retention,
  thresholds,
  sms,
  streetMap,
  tankTables,
  terminalParameters,
  parameterChanges,
  parameterTemplates,
  upgradeFiles,
  rollOuts,
  tracks,
  trackSearch,
  training,
  remoteControl,
  truckPasswords,
  truckTexts,
  trucks,
  uploads,
  video,
]

/** Every kind of device command. */
export const COMMANDS: KnownCommands = knownCommands(SUBJECTS.flatMap(({ commands }) => commands ?? []))

/** Everything the server can do. */
export const FEATURES: readonly Feature[] = [...SUBJECTS, sentCommands(COMMANDS)]

const TABLES: readonly EntityTable[] = FEATURES.flatMap(({ entities }) => entities ?? [])

/** The tables of all kinds of base data, in the order of the menu; the plain one for a kind that no feature has a table for. */
export const ENTITY_TABLES: readonly EntityTable[] = withOwnedRows(
  ALL_ENTITIES.map((entity) => TABLES.find((one) => one.entity === entity) ?? plainTable(entity)),
)

/** The table of a kind of base data. */
export function tableOf(entity: Entity): EntityTable {
  const table = ENTITY_TABLES.find((one) => one.entity === entity)
  if (!table) throw new Error(`${entity.path} is not in the list of entities`)
  return table
}

const listed = new Set(ALL_REPORTS.flatMap(reportsOf).map(({ entity }) => entity))

/** Every list and report; a kind of base data without one in packages/reports has the plain list. */
export const REPORTS: readonly ReportScreen[] = [
  ...ALL_REPORTS,
  ...ENTITY_TABLES.filter(({ entity }) => !listed.has(entity)).map(plainList),
]

/** All calls, each with its policy. */
export const allRoutes = (parts: HttpParts): Route[] => [
  ...FEATURES.flatMap(({ routes }) => routes?.(parts) ?? []),
  ...reportRoutes(REPORTS, parts, findAlarm),
  ...baseDataRoutes(ENTITY_TABLES, parts),
]

/** All background jobs. */
export const allJobs = (options: JobOptions): Job[] => [
  ...gatewayJobs(options),
  ...FEATURES.flatMap(({ jobs }) => jobs?.(options) ?? []),
  ...mailedReportJobs(REPORTS.flatMap(reportsOf), options, findAlarm),
]
