import type { Migration } from 'kysely'
import * as spine from './0001-spine.ts'
import * as views from './0002-reading-views.ts'
import * as feedOrder from './0003-feed-order.ts'
import * as telemetryViews from './0004-telemetry-views.ts'
import * as cargo from './0005-cargo.ts'
import * as quickVisits from './0007-quick-visits.ts'
import * as reportOrder from './0008-report-order.ts'
import * as changeLog from './0009-change-log.ts'
import * as cardsDevicesPhotos from './0010-cards-devices-photos.ts'
import * as companiesTrucks from './0011-companies-trucks.ts'
import * as rolesUsers from './0012-roles-users.ts'
import * as fenceApprovals from './0013-fence-approvals.ts'
import * as orders from './0014-orders.ts'
import * as messages from './0015-messages-uploads-tickets.ts'
import * as truckMoved from './0016-truck-moved.ts'
import * as firmware from './0017-firmware.ts'
import * as deviceTests from './0018-device-tests.ts'
import * as mails from './0019-mails.ts'
import * as deliveryOrder from './0020-delivery-order.ts'
import * as terminalIdentity from './0021-terminal-identity.ts'
import * as whoDidWhat from './0023-who-did-what.ts'
import * as accessLog from './0024-access-log.ts'
import * as secondFactor from './0025-second-factor.ts'
import * as retention from './0026-retention.ts'
import * as lateData from './0028-late-data.ts'
import * as alarmGrades from './0029-alarm-grades.ts'
import * as gaugeLearning from './0030-gauge-learning.ts'
import * as stopsOfFences from './0032-stops-of-fences.ts'
import * as platformVolumes from './0033-platform-volumes.ts'
import * as countedVolumes from './0034-counted-volumes.ts'
import * as litresNotKnown from './0035-litres-not-known.ts'
import * as deviceCommands from './0036-device-commands.ts'
import * as messageCommands from './0037-message-commands.ts'
import * as rolePermissions from './0038-role-permissions.ts'
import * as organisations from './0039-organisations.ts'
import * as truckWords from './0040-truck-words.ts'
import * as alarmDesk from './0041-alarm-desk.ts'
import * as alarmAndOfflineLists from './0043-alarm-and-offline-lists.ts'
import * as firstDayGuide from './0044-first-day-guide.ts'
import * as sessionEnd from './0045-session-end.ts'
import * as namedViews from './0046-named-views.ts'
import * as mailedReports from './0047-mailed-reports.ts'
import * as fixAndPowerViews from './0048-fix-and-power-views.ts'
import * as evidence from './0049-evidence.ts'
import * as repairOrders from './0050-repair-orders.ts'
import * as notices from './0055-notices.ts'
import * as leastGrades from './0056-least-grades.ts'
import * as terminalSessions from './0058-terminal-sessions.ts'
import * as drivenPieces from './0060-driven-pieces.ts'
import * as countedAlarms from './0061-counted-alarms.ts'
import * as thresholdValues from './0065-threshold-values.ts'
import * as exemptions from './0066-exemptions.ts'
import * as parameterFiles from './0068-parameter-files.ts'
import * as parameterBackups from './0069-parameter-backups.ts'
import * as fixHeight from './0085-fix-height-and-satellites.ts'
import * as parameterChanges from './0086-parameter-changes.ts'
import * as parameterTemplates from './0087-parameter-templates.ts'
import * as truckPasswords from './0088-truck-passwords.ts'
import * as photos from './0089-photos.ts'
import * as upgradeFiles from './0090-upgrade-files.ts'
import * as monitorBoards from './0091-monitor-boards.ts'
import * as trackCells from './0092-track-cells.ts'
import * as airtightReadings from './0093-airtight-readings.ts'
import * as probeSensing from './0094-probe-sensing.ts'
import * as videoTraffic from './0095-video-traffic.ts'
import * as parameterDrift from './0096-parameter-drift.ts'
import * as rollOuts from './0097-roll-outs.ts'
import * as phoneCalls from './0098-phone-calls.ts'

/** Every migration by name, in order. A release never changes one that a former release carried. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-spine': spine,
  '0002-reading-views': views,
  '0003-feed-order': feedOrder,
  '0004-telemetry-views': telemetryViews,
  '0005-cargo': cargo,
  '0007-quick-visits': quickVisits,
  '0008-report-order': reportOrder,
  '0009-change-log': changeLog,
  '0010-cards-devices-photos': cardsDevicesPhotos,
  '0011-companies-trucks': companiesTrucks,
  '0012-roles-users': rolesUsers,
  '0013-fence-approvals': fenceApprovals,
  '0014-orders': orders,
  '0015-messages-uploads-tickets': messages,
  '0016-truck-moved': truckMoved,
  '0017-firmware': firmware,
  '0018-device-tests': deviceTests,
  '0019-mails': mails,
  '0020-delivery-order': deliveryOrder,
  '0021-terminal-identity': terminalIdentity,
  '0023-who-did-what': whoDidWhat,
  '0024-access-log': accessLog,
  '0025-second-factor': secondFactor,
  '0026-retention': retention,
  '0028-late-data': lateData,
  '0029-alarm-grades': alarmGrades,
  '0030-gauge-learning': gaugeLearning,
  '0032-stops-of-fences': stopsOfFences,
  '0033-platform-volumes': platformVolumes,
  '0034-counted-volumes': countedVolumes,
  '0035-litres-not-known': litresNotKnown,
  '0036-device-commands': deviceCommands,
  '0037-message-commands': messageCommands,
  '0038-role-permissions': rolePermissions,
  '0039-organisations': organisations,
  '0040-truck-words': truckWords,
  '0041-alarm-desk': alarmDesk,
  '0043-alarm-and-offline-lists': alarmAndOfflineLists,
  '0044-first-day-guide': firstDayGuide,
  '0045-session-end': sessionEnd,
  '0046-named-views': namedViews,
  '0047-mailed-reports': mailedReports,
  '0048-fix-and-power-views': fixAndPowerViews,
  '0049-evidence': evidence,
  '0050-repair-orders': repairOrders,
  '0055-notices': notices,
  '0056-least-grades': leastGrades,
  '0058-terminal-sessions': terminalSessions,
  '0060-driven-pieces': drivenPieces,
  '0061-counted-alarms': countedAlarms,
  '0065-threshold-values': thresholdValues,
  '0066-exemptions': exemptions,
  '0068-parameter-files': parameterFiles,
  '0069-parameter-backups': parameterBackups,
  '0085-fix-height-and-satellites': fixHeight,
  '0086-parameter-changes': parameterChanges,
  '0087-parameter-templates': parameterTemplates,
  '0088-truck-passwords': truckPasswords,
  '0089-photos': photos,
  '0090-upgrade-files': upgradeFiles,
  '0091-monitor-boards': monitorBoards,
  '0092-track-cells': trackCells,
  '0093-airtight-readings': airtightReadings,
  '0094-probe-sensing': probeSensing,
  '0095-video-traffic': videoTraffic,
  '0096-parameter-drift': parameterDrift,
  '0097-roll-outs': rollOuts,
  '0098-phone-calls': phoneCalls,
}
