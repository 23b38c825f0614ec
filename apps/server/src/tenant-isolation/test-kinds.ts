/** Kinds of things that an id in a request may refer to. */
export type Kind =
  | 'truck'
  | 'water truck'
  | 'organisation'
  | 'alarm'
  | 'user'
  | 'colleague'
  | 'role'
  | 'session'
  | 'driver'
  | 'depot'
  | 'station'
  | 'park'
  | 'repair'
  | 'fence'
  | 'place'
  | 'fence approval'
  | 'integration key'
  | 'quick visit'
  | 'own view'
  | 'view'
  | 'mailed report'
  | 'alarm settings'
  | 'slip'
  | 'meter ticket'
  | 'station gauge'
  | 'handover'
  | 'shift handover'
  | 'text message'
  | 'notice'
  | 'device test'
  | 'repair order'
  | 'evidence file'
  | 'parameter backup'
  | 'roll-out'
  | 'parameter change'
  | 'threshold change'
  | 'truck text'
  | 'remote control'
  | 'truck password'
  | 'photo'
  | 'sent command'
  | 'firmware'
  | 'upgrade'
  | 'gauge learning'
  | 'plate'
  | 'depot code'
  | 'station code'
  | `base data ${string}`

/** Fields that refer to rows, in any call. */
export const ROW_FIELDS: Readonly<Record<string, Kind>> = {
  truckId: 'truck',
  truckIds: 'truck',
  organisationId: 'organisation',
  organisationIds: 'organisation',
  parentId: 'organisation',
  alarmIds: 'alarm',
  alarmId: 'alarm',
  alarmInfoIds: 'alarm',
  fromAlarm: 'alarm',
  evidenceFileId: 'evidence file',
  userId: 'user',
  userIds: 'user',
  roleId: 'role',
  roleIds: 'role',
  sessionId: 'session',
  driverId: 'driver',
  defaultTruckId: 'truck',
  driverIds: 'driver',
  depotId: 'depot',
  stationId: 'station',
  parkId: 'park',
  repairId: 'repair',
  fenceId: 'fence',
  placeId: 'place',
  fenceIds: 'fence',
  backupId: 'parameter backup',
  rollOutId: 'roll-out',
  firstBackupId: 'parameter backup',
  secondBackupId: 'parameter backup',
  firstTruckId: 'truck',
  secondTruckId: 'truck',
  firstUpgradeFileId: 'base data upgrade_file',
  secondUpgradeFileId: 'base data upgrade_file',
  changeId: 'parameter change',
  templateId: 'base data parameter_template',
  triedTruckIds: 'truck',
  textIds: 'truck text',
  controlId: 'remote control',
  passwordId: 'truck password',
  photoId: 'photo',
  commandIds: 'sent command',
  firmwareId: 'firmware',
  upgradeFileId: 'base data upgrade_file',
  upgradeIds: 'upgrade',
  plate: 'plate',
  depotCode: 'depot code',
  stationCode: 'station code',
}

/** What `id` refers to, by call. */
export const ID_OF: Readonly<Record<string, Kind>> = {
  'PUT /userInfoPwd': 'user',
  'POST /alarmCue': 'alarm settings',
  'DELETE /removeUserQuickVisit': 'quick visit',
  'POST /integrationKeys/revoke': 'integration key',
  'POST /handovers/sign': 'handover',
  'POST /shift-handovers/accept': 'shift handover',
  'POST /shift-handovers/withdraw': 'shift handover',
  'PUT /namedViews': 'own view',
  'DELETE /namedViews': 'own view',
  'PUT /namedViews/roles': 'own view',
  'PUT /namedViews/default': 'view',
  'PUT /mailedReports': 'mailed report',
  'DELETE /mailedReports': 'mailed report',
  'PUT /mailedReports/paused': 'mailed report',
  'POST /mailedReports/send': 'mailed report',
  'GET /mailedReports/deliveries': 'mailed report',
  'PUT /users/password': 'base data user',
  'GET /users/secondFactor': 'base data user',
  'POST /users/secondFactor/reset': 'base data user',
  'GET /rolePermissions': 'base data role',
  'PUT /rolePermissions': 'base data role',
  'POST /roles/copy': 'base data role',
  'GET /users/sessions': 'base data user',
  'GET /users/signIns': 'base data user',
  'POST /fenceApproval/id': 'fence approval',
  'PUT /fenceApproval': 'fence approval',
  'POST /sms/resend': 'text message',
  'POST /notices/resend': 'notice',
  'PUT /alarmRobots/address': 'base data alarm_robot',
  'POST /alarmRobots/test': 'base data alarm_robot',
  'GET /deviceTests': 'device test',
  'POST /deviceTests/step': 'device test',
  'POST /deviceTests/end': 'device test',
  'POST /deviceTests/cancel': 'device test',
  'POST /repairOrders/step': 'repair order',
  'GET /gaugeLearning': 'gauge learning',
  'POST /gaugeLearning/learn': 'gauge learning',
  'POST /gaugeLearning/accept': 'gauge learning',
}

/** Fields that refer to something else than their name says, by call. */
export const FIELD_OF: Readonly<Record<string, Kind>> = {
  'POST /alarms/desk/assign userId': 'colleague',
  'POST /shift-handovers userId': 'colleague',
  'POST /mailedReports userIds': 'colleague',
  'PUT /mailedReports userIds': 'colleague',
  'POST /thresholdChanges/restore changeId': 'threshold change',
  'GET /tracks/:truckId/water truckId': 'water truck',
}
