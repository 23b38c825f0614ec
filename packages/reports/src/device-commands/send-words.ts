import type { CommandTables } from '@tanker/database/command-tables'
import type { Text } from '@tanker/domain/texts/text'

/** States of what is sent to trucks, and why a send failed. */
export const STATE = { zh: '状态', en: 'State' } as const
export const SEND_STATES = {
  waiting: { zh: '等待车辆上线', en: 'Waiting for the truck' },
  sending: { zh: '进行中', en: 'Under way' },
  synchronizing: { zh: '车辆处理中', en: 'The truck takes it in' },
  done: { zh: '成功', en: 'Done' },
  failed: { zh: '失败', en: 'Failed' },
  stopped: { zh: '已中止', en: 'Stopped' },
} as const
export const SEND_FAILURES = {
  'no-answer': { zh: '设备无应答', en: 'The device did not answer' },
  checksum: { zh: '校验和不一致', en: 'The checksum differed' },
  refused: { zh: '设备拒绝', en: 'The device refused' },
  'no-such-file': { zh: '设备没有该文件', en: 'The device has no such file' },
  changed: { zh: '车上的文件已被改动，未下发', en: 'The truck’s file had changed; not written' },
  'read-back': { zh: '回读内容不一致', en: 'Read back, it was another' },
  tampered: { zh: '文件与下发时不一致', en: 'The file is not the one that was ordered' },
  unknown: { zh: '连接中断，是否执行未知', en: 'The connection was lost: not known whether it was done' },
  expired: { zh: '车辆在时限内未上线', en: 'Not connected in time' },
} as const
/** Of commands of every kind. */
export const ALL_SEND_FAILURES = {
  ...SEND_FAILURES,
  table: { zh: '罐容表不可用', en: 'The tank table cannot be used' },
  pipe: { zh: '管线容积不可用', en: 'The pipe volume cannot be used' },
  device: { zh: '设备安装失败，仍运行原版本', en: 'Install failed, previous version runs' },
  cancelled: { zh: '设备已取消', en: 'Cancelled on the truck' },
  version: { zh: '升级后版本不符', en: 'The device still reports another version' },
  hardware: { zh: '硬件不符', en: 'The firmware is for other hardware' },
} as const satisfies Readonly<Record<NonNullable<CommandTables['device_command']['result']>, Text>>
