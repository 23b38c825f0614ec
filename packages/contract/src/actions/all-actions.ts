import { changeVerdict, handleAlarm } from './alarms.ts'
import { addRow, deleteRow, disableRow, editRow, enableRow, importRows, moveRows, rowHistory, saveTemplate } from './base-data.ts'
import { openCardSite } from './cards.ts'
import { cancelTest, continueTest, newTest, printTest, showTest } from './device-tests.ts'
import { correctFence, correctFenceOfAlarm, decideFence, viewFenceChange } from './fences.ts'
import { abortUpgrade, addFirmware, forceDowngrade, newUpgrade, removeFirmware, retryUpgrade, saveFirmware } from './firmware.ts'
import { showGauge } from './gauge-learning.ts'
import { signHandover } from './handovers.ts'
import { addUser, copyRole, integrationKeys, resetPassword, resetSecondFactor, rolePermissions, userSessions } from './rights.ts'
import { openCurve, openDetail } from './row-details.ts'
import { sendTankTable, stationTankCurve, tankTableCurve } from './tank-tables.ts'
import { resendMessage, topUp } from './text-messages.ts'
import { truckTerminal } from './trucks.ts'

/** Every action; a report or an entity that names another does not compile. */
export const ALL_ACTIONS = [
  handleAlarm,
  changeVerdict,
  signHandover,
  resendMessage,
  topUp,
  decideFence,
  viewFenceChange,
  correctFence,
  correctFenceOfAlarm,
  newTest,
  continueTest,
  cancelTest,
  showTest,
  printTest,
  newUpgrade,
  forceDowngrade,
  retryUpgrade,
  abortUpgrade,
  addFirmware,
  saveFirmware,
  removeFirmware,
  showGauge,
  openDetail,
  openCurve,
  addRow,
  importRows,
  saveTemplate,
  moveRows,
  editRow,
  enableRow,
  disableRow,
  rowHistory,
  deleteRow,
  addUser,
  resetPassword,
  resetSecondFactor,
  userSessions,
  integrationKeys,
  rolePermissions,
  copyRole,
  tankTableCurve,
  sendTankTable,
  stationTankCurve,
  truckTerminal,
  openCardSite,
] as const

export type ActionName = (typeof ALL_ACTIONS)[number]['name']

export const ACTION_NAMES = ALL_ACTIONS.map(({ name }) => name) as [ActionName, ...ActionName[]]
