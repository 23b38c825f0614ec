import airtightNow from './airtight/airtight-now.report.ts'
import airtightTests from './airtight/airtight-tests.report.ts'
import organisations from './base-data/organisations.report.ts'
import depots from './base-data/depots.report.ts'
import devices from './base-data/devices.report.ts'
import messageRecharge from './base-data/message-recharge.report.ts'
import messageRecords from './base-data/message-records.report.ts'
import drivingThresholds from './thresholds/driving-thresholds.report.ts'
import loadingRules from './thresholds/loading-rules.report.ts'
import exemptions from './base-data/exemptions.report.ts'
import parameters from './thresholds/parameters.report.ts'
import alarmRobots from './base-data/alarm-robots.report.ts'
import noticeLog from './base-data/notice-log.report.ts'
import phoneNumbers from './base-data/phone-numbers.report.ts'
import deviceTests from './base-data/device-tests.report.ts'
import uploadStatistics from './base-data/upload-statistics.report.ts'
import drivers from './base-data/drivers.report.ts'
import fenceApprovals from './base-data/fence-approvals.report.ts'
import fences from './base-data/fences.report.ts'
import parks from './base-data/parks.report.ts'
import repairShops from './base-data/repair-shops.report.ts'
import stations from './base-data/stations.report.ts'
import trucks from './base-data/trucks.report.ts'
import abnormalLoadings from './cargo/abnormal-loadings.report.ts'
import abnormalMonth from './cargo/abnormal-month.report.ts'
import abnormalShares from './cargo/abnormal-shares.report.ts'
import abnormalUnsealings from './cargo/abnormal-unsealings.report.ts'
import airAlarms from './cargo/air-alarms.report.ts'
import airHistory from './cargo/air-history.report.ts'
import airNow from './cargo/air-now.report.ts'
import boxDoors from './cargo/box-doors.report.ts'
import cargoDeviceAlarms from './cargo/cargo-device-alarms.report.ts'
import coverAnalysis from './cargo/cover-analysis.report.ts'
import coverHistory from './cargo/cover-history.report.ts'
import coversInUse from './cargo/covers-in-use.report.ts'
import covers from './cargo/covers.report.ts'
import deviceEvents from './cargo/device-events.report.ts'
import emergencyValves from './cargo/emergency-valves.report.ts'
import emptyingExceptions from './cargo/emptying-exceptions.report.ts'
import emptyingNow from './cargo/emptying-now.report.ts'
import emptyings from './cargo/emptyings.report.ts'
import highLosses from './cargo/high-losses.report.ts'
import meterDeliveries from './cargo/meter-deliveries.report.ts'
import metersNow from './cargo/meters-now.report.ts'
import notEmptyAlarms from './cargo/not-empty-alarms.report.ts'
import powerCuts from './cargo/power-cuts.report.ts'
import pressureAlarms from './cargo/pressure-alarms.report.ts'
import pressureHistory from './cargo/pressure-history.report.ts'
import productChanges from './cargo/product-changes.report.ts'
import sealBreaks from './cargo/seal-breaks.report.ts'
import sealJournal from './cargo/seal-journal.report.ts'
import tankInventory from './cargo/tank-inventory.report.ts'
import waterAlarms from './cargo/water-alarms.report.ts'
import type { ReportScreen } from './define-report.ts'
import alarmRecords from './monitor/alarm-records.report.ts'
import trackDetails from './monitor/track-details.report.ts'
import sprinklerStatistics from './sprinklers/sprinkler-statistics.report.ts'
import waterHistory from './sprinklers/water-history.report.ts'
import waterNow from './sprinklers/water-now.report.ts'
import photos from './monitor/photos.report.ts'
import offlineTrucks from './monitor/offline-trucks.report.ts'
import apiSensing from './devices/api-sensing.report.ts'
import boxDoorAlarms from './devices/box-door-alarms.report.ts'
import boxDoorHistory from './devices/box-door-history.report.ts'
import boxDoorsNow from './devices/box-doors-now.report.ts'
import consoleFaultAlarms from './devices/console-fault-alarms.report.ts'
import humidityAlarms from './devices/humidity-alarms.report.ts'
import deviceEventRecords from './devices/device-event-records.report.ts'
import faultAnalysis from './devices/fault-analysis.report.ts'
import faultStatistics from './devices/fault-statistics.report.ts'
import healthScores from './devices/health-scores.report.ts'
import heartbeatTimeouts from './devices/heartbeat-timeouts.report.ts'
import heartbeats from './devices/heartbeats.report.ts'
import housingHumidity from './devices/humidity.report.ts'
import openFaults from './devices/open-faults.report.ts'
import pastFaults from './devices/past-faults.report.ts'
import powerCutAlarms from './devices/power-cut-alarms.report.ts'
import intactRates from './devices/intact-rates.report.ts'
import powerModes from './devices/power-modes.report.ts'
import sealFaultAlarms from './devices/seal-fault-alarms.report.ts'
import supplyVoltages from './devices/supply-voltages.report.ts'
import sensingAlarms from './devices/sensing-alarms.report.ts'
import starts from './devices/starts.report.ts'
import terminalSessions from './devices/terminal-sessions.report.ts'
import underVoltageAlarms from './devices/under-voltage-alarms.report.ts'
import curveSpeeding from './driving/curve-speeding.report.ts'
import emergencies from './driving/emergencies.report.ts'
import exceptionRates from './driving/exception-rates.report.ts'
import exceptionSummary from './driving/exception-summary.report.ts'
import fenceMileage from './driving/fence-mileage.report.ts'
import harshDriving from './driving/harsh-driving.report.ts'
import mileage from './driving/mileage.report.ts'
import offlineAlarms from './driving/offline-alarms.report.ts'
import offlineAnalysis from './driving/offline-analysis.report.ts'
import overspeedAlarms from './driving/overspeed-alarms.report.ts'
import parkingAlarms from './driving/parking-alarms.report.ts'
import parkings from './driving/parkings.report.ts'
import signIns from './driving/sign-ins.report.ts'
import speedHistory from './driving/speed-history.report.ts'
import safetyAlarms from './safety/safety-alarms.report.ts'
import safetyScores from './safety/safety-scores.report.ts'
import safetySummary from './safety/safety-summary.report.ts'
import deliveries from './loss/deliveries.report.ts'
import handoverAnalysis from './loss/handover-analysis.report.ts'
import handovers from './loss/handovers.report.ts'
import gaugeLearning from './loss/gauge-learning.report.ts'
import levelChanges from './loss/level-changes.report.ts'
import monthRanks from './loss/month-ranks.report.ts'
import oilLoss from './loss/oil-loss.report.ts'
import operations from './loss/operations.report.ts'
import splits from './loss/splits.report.ts'
import stationGauges from './loss/station-gauges.report.ts'
import stationUnloadings from './loss/station-unloadings.report.ts'
import truckLosses from './loss/truck-losses.report.ts'
import roles from './rights/roles.report.ts'
import users from './rights/users.report.ts'
import stationTanks from './base-data/station-tanks.report.ts'
import parameterFiles from './device-commands/parameter-files.report.ts'
import parameterChanges from './device-commands/parameter-changes.report.ts'
import terminalParameters from './device-commands/terminal-parameters.report.ts'
import parameterSends from './device-commands/parameter-sends.report.ts'
import cameraSetup from './device-commands/camera-setup.report.ts'
import parameterBackups from './device-commands/parameter-backups.report.ts'
import tankTableSends from './device-commands/tank-table-sends.report.ts'
import tankTables from './device-commands/tank-tables.report.ts'
import parameterTemplates from './base-data/parameter-templates.report.ts'
import upgradeFiles from './base-data/upgrade-files.report.ts'
import productSends from './device-commands/product-sends.report.ts'
import remoteControl from './device-commands/remote-control.report.ts'
import sentCommands from './device-commands/sent-commands.report.ts'
import truckTexts from './device-commands/truck-texts.report.ts'
import truckPasswords from './device-commands/truck-passwords.report.ts'
import upgrades from './device-commands/upgrades.report.ts'

/** Every report, in the order of the menu: the table of contents. Base data that is not here has the plain list (`REPORTS` of the server). */
export const ALL_REPORTS = [
  trackDetails,
  photos,
  alarmRecords,
  waterNow,
  waterHistory,
  sprinklerStatistics,
  offlineTrucks,
  sealJournal,
  covers,
  emergencyValves,
  emptyingNow,
  emptyings,
  tankInventory,
  metersNow,
  meterDeliveries,
  splits,
  operations,
  deliveries,
  stationGauges,
  stationUnloadings,
  powerCuts,
  coversInUse,
  boxDoors,
  coverHistory,
  productChanges,
  airHistory,
  airNow,
  pressureHistory,
  abnormalUnsealings,
  waterAlarms,
  notEmptyAlarms,
  emptyingExceptions,
  deviceEvents,
  sealBreaks,
  abnormalLoadings,
  highLosses,
  airAlarms,
  cargoDeviceAlarms,
  pressureAlarms,
  oilLoss,
  truckLosses,
  monthRanks,
  levelChanges,
  gaugeLearning,
  abnormalMonth,
  abnormalShares,
  coverAnalysis,
  handoverAnalysis,
  handovers,
  parkings,
  signIns,
  parkingAlarms,
  overspeedAlarms,
  offlineAlarms,
  offlineAnalysis,
  curveSpeeding,
  emergencies,
  harshDriving,
  speedHistory,
  mileage,
  fenceMileage,
  exceptionSummary,
  exceptionRates,
  safetyAlarms,
  safetySummary,
  safetyScores,
  intactRates,
  sensingAlarms,
  starts,
  terminalSessions,
  underVoltageAlarms,
  consoleFaultAlarms,
  openFaults,
  pastFaults,
  sealFaultAlarms,
  powerCutAlarms,
  deviceEventRecords,
  housingHumidity,
  humidityAlarms,
  boxDoorAlarms,
  boxDoorsNow,
  apiSensing,
  boxDoorHistory,
  heartbeats,
  heartbeatTimeouts,
  supplyVoltages,
  powerModes,
  faultStatistics,
  faultAnalysis,
  healthScores,
  stations,
  depots,
  trucks,
  organisations,
  parks,
  repairShops,
  drivers,
  devices,
  tankTables,
  upgrades,
  tankTableSends,
  fenceApprovals,
  fences,
  stationTanks,
  uploadStatistics,
  deviceTests,
  phoneNumbers,
  messageRecharge,
  messageRecords,
  parameters,
  drivingThresholds,
  loadingRules,
  exemptions,
  terminalParameters,
  productSends,
  remoteControl,
  parameterTemplates,
  truckPasswords,
  parameterChanges,
  alarmRobots,
  noticeLog,
  upgradeFiles,
  sentCommands,
  parameterFiles,
  parameterSends,
  parameterBackups,
  cameraSetup,
  roles,
  users,
  airtightNow,
  airtightTests,
  truckTexts,
] as unknown as readonly ReportScreen[]
