// Small code tables of JT/T 808 that both sides name in logic.

/** 0x0001 and 0x8001 (JT/T 808-2019 tables 5, 6). 4 only from the platform: the alarm was handled. */
export const replyResults = { ok: 0, failed: 1, badMessage: 2, unsupported: 3, alarmHandled: 4 } as const
export type ReplyResult = (typeof replyResults)[keyof typeof replyResults]

/** 0x8100 (JT/T 808-2019 table 10). */
export const registrationResults = {
  ok: 0,
  truckAlreadyRegistered: 1,
  noSuchTruck: 2,
  terminalAlreadyRegistered: 3,
  noSuchTerminal: 4,
} as const

/** 0x0104 and others name this type of 0x0704 (JT/T 808-2019 table 77). */
export const batchTypes = { normal: 0, blindZone: 1 } as const

/** 0x8105 (JT/T 808-2019 table 22). */
export const terminalCommands = {
  upgradeOverTheAir: 1,
  connectToServer: 2,
  powerOff: 3,
  reset: 4,
  factoryReset: 5,
  closeDataLink: 6,
  closeRadio: 7,
} as const

/** 0x0108 (JT/T 808-2019 table 27). */
export const upgradeResults = { ok: 0, failed: 1, cancelled: 2 } as const

/** Status word of 0x0200 (JT/T 808-2019 table 25). */
export const statusBits = {
  accOn: 1 << 0,
  located: 1 << 1,
  south: 1 << 2,
  west: 1 << 3,
  outOfService: 1 << 4,
  encryptedPosition: 1 << 5,
  oilLineCut: 1 << 10,
  electricityCut: 1 << 11,
  doorsLocked: 1 << 12,
} as const
