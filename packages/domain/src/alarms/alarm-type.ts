import { ALARM } from './alarm-code.ts'
import type { AlarmGrade } from './alarm-grade.ts'
import type { Text } from '../texts/text.ts'

export type AlarmFamily = 'seal' | 'cargo' | 'driving' | 'safety' | 'emergency' | 'device'

/** Spec 4.3: what the screen opens for a new alarm. */
export type PopUp = 'emergency' | 'high-loss' | 'working-hours' | 'list'

export type AlarmType = {
  readonly code: number
  readonly name: Text
  readonly family: AlarmFamily
  readonly popUp: PopUp
  /** Default grade. */
  readonly grade: AlarmGrade
  /** The report that a click on the alarm opens (spec 4.3), a route of spec section 2. */
  readonly route: string
  /** Hidden for customers (spec 6). */
  readonly staffOnly?: true
  /** Information for reports only (domain rule D.7): not on the live list, no sound, no message, no handling. */
  readonly information?: true
  /** Open and unhandled, it puts the truck into status 3 (domain rule D.2); 'loaded': only with load aboard. */
  readonly coloursTruck?: true | 'loaded'
}

const activeSafety = 'active_safety/exception_report/alarm_adas_can'
const heartbeats = 'device_monitor/device_analysis/over_time_heart'
const deviceAlarm = 'cargo_monitor/exception_report/device_alarm'

/** `popUp` is `list` unless it says otherwise. */
type Row = Omit<AlarmType, 'popUp'> & Partial<Pick<AlarmType, 'popUp'>>

/** Spec 4.4; 9–37 and 109–117 as domain E.2 numbers them. One table, so that another numbering can replace it. */
const ROWS: readonly Row[] = [
  {
    code: ALARM.unsealing,
    name: { zh: '异常解封', en: 'Abnormal unsealing' },
    family: 'seal',
    grade: 'red',
    route: 'cargo_monitor/exception_report/alarm_switch_cover',
    coloursTruck: true,
  },
  {
    code: ALARM.overspeed,
    name: { zh: '超速报警', en: 'Overspeed' },
    family: 'driving',
    grade: 'yellow',
    route: 'driving_monitor/exception_report/alarm_over_speed',
  },
  {
    code: ALARM.water,
    name: { zh: '含水报警', en: 'Water' },
    family: 'cargo',
    grade: 'yellow',
    route: 'cargo_monitor/exception_report/alarm_pipe_water',
    coloursTruck: true,
  },
  {
    code: ALARM.parkingOvertime,
    name: { zh: '停车超时', en: 'Parking overtime' },
    family: 'driving',
    grade: 'yellow',
    route: 'driving_monitor/exception_report/alarm_parking',
  },
  {
    code: ALARM.harshDriving,
    name: { zh: '急加速/急减速', en: 'Harsh acceleration or braking' },
    family: 'driving',
    grade: 'yellow',
    route: 'driving_monitor/exception_report/alarm_urgent',
  },
  {
    code: ALARM.curveSpeeding,
    name: { zh: '弯道超速', en: 'Curve speeding' },
    family: 'driving',
    grade: 'yellow',
    route: 'driving_monitor/exception_report/alarm_curve_speeding',
  },
  {
    code: ALARM.offline,
    name: { zh: '离线报警', en: 'Offline' },
    family: 'driving',
    grade: 'yellow',
    route: 'driving_monitor/exception_report/alarm_off_line',
  },
  { code: 8, name: { zh: '主动安全', en: 'Active safety (ADAS)' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 9, name: { zh: '前向碰撞', en: 'Forward collision' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 10, name: { zh: '压线', en: 'Lane pressing' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 11, name: { zh: '行人碰撞', en: 'Pedestrian' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 12, name: { zh: '疲劳驾驶', en: 'Fatigue' }, family: 'safety', grade: 'red', route: activeSafety },
  { code: 13, name: { zh: '接打电话', en: 'Phone' }, family: 'safety', grade: 'red', route: activeSafety },
  { code: 14, name: { zh: '抽烟', en: 'Smoking' }, family: 'safety', grade: 'red', route: activeSafety },
  { code: 15, name: { zh: '劫警', en: 'Robbery' }, family: 'safety', grade: 'red', route: activeSafety },
  { code: 16, name: { zh: '遮挡镜头', en: 'Camera covered' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 17, name: { zh: '闭眼', en: 'Eyes closed' }, family: 'safety', grade: 'red', route: activeSafety },
  { code: 18, name: { zh: '打哈欠', en: 'Yawning' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 19, name: { zh: '异常位移', en: 'Abnormal movement' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 20, name: { zh: '车道偏离', en: 'Lane departure' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 21, name: { zh: '未系安全带', en: 'No seat belt' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 22, name: { zh: 'ADAS故障', en: 'ADAS fault' }, family: 'safety', grade: 'yellow', route: activeSafety },
  {
    code: 23,
    name: { zh: '车距过近', en: 'Approaching front car' },
    family: 'safety',
    grade: 'yellow',
    route: activeSafety,
  },
  { code: 24, name: { zh: '急刹车', en: 'Harsh braking' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 25, name: { zh: '离岗', en: 'Driver absent' }, family: 'safety', grade: 'red', route: activeSafety },
  { code: 26, name: { zh: '急加速', en: 'Rapid acceleration' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 27, name: { zh: '急减速', en: 'Rapid deceleration' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 28, name: { zh: '急转弯', en: 'Sharp turn' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 29, name: { zh: '低头', en: 'Head down' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 30, name: { zh: '分神驾驶', en: 'Distraction' }, family: 'safety', grade: 'red', route: activeSafety },
  { code: 31, name: { zh: '驾驶员异常', en: 'Driver abnormal' }, family: 'safety', grade: 'red', route: activeSafety },
  { code: 32, name: { zh: '频繁变道', en: 'Frequent lane change' }, family: 'safety', grade: 'yellow', route: activeSafety },
  {
    code: 33,
    name: { zh: '道路标识超限', en: 'Road-sign limit exceeded' },
    family: 'safety',
    grade: 'yellow',
    route: activeSafety,
  },
  { code: 34, name: { zh: '障碍物', en: 'Obstacle' }, family: 'safety', grade: 'yellow', route: activeSafety },
  {
    code: 35,
    name: { zh: '双手脱离方向盘', en: 'Hands off the wheel' },
    family: 'safety',
    grade: 'red',
    route: activeSafety,
  },
  {
    code: 36,
    name: { zh: '红外阻断墨镜', en: 'Infrared-blocking glasses' },
    family: 'safety',
    grade: 'yellow',
    route: activeSafety,
  },
  { code: 37, name: { zh: 'DSM故障', en: 'DSM fault' }, family: 'safety', grade: 'yellow', route: activeSafety },
  {
    code: ALARM.emergencyButton,
    name: { zh: '紧急报警', en: 'Emergency' },
    family: 'emergency',
    popUp: 'emergency',
    grade: 'black',
    route: 'driving_monitor/exception_report/alarm_emergency',
    coloursTruck: true,
  },
  {
    code: ALARM.deviceOverspeed,
    name: { zh: '设备超速', en: 'Overspeed (device)' },
    family: 'driving',
    grade: 'yellow',
    route: 'driving_monitor/exception_report/alarm_over_speed',
    coloursTruck: true,
  },
  { code: 109, name: { zh: '怠速过长', en: 'Long idling' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 110, name: { zh: '异常熄火', en: 'Abnormal stall' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 111, name: { zh: '空挡滑行', en: 'Neutral coasting' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 112, name: { zh: '发动机超转', en: 'Engine overspeed' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 113, name: { zh: '盲区接近', en: 'Blind-spot approach' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 114, name: { zh: '驾驶员变更', en: 'Driver changed' }, family: 'safety', grade: 'yellow', route: activeSafety },
  { code: 115, name: { zh: '玩手机', en: 'Playing with the phone' }, family: 'safety', grade: 'red', route: activeSafety },
  {
    code: 116,
    name: { zh: '超时驾驶', en: 'Overtime driving (device)' },
    family: 'safety',
    grade: 'red',
    route: activeSafety,
  },
  { code: 117, name: { zh: '抓拍事件', en: 'Snapshot event' }, family: 'safety', grade: 'yellow', route: activeSafety },
  {
    code: ALARM.emergency,
    name: { zh: '紧急报警', en: 'Emergency' },
    family: 'emergency',
    popUp: 'emergency',
    grade: 'black',
    route: 'driving_monitor/exception_report/alarm_emergency',
    coloursTruck: true,
  },
  {
    code: ALARM.highLoss,
    name: { zh: '高损耗', en: 'High loss' },
    family: 'cargo',
    popUp: 'high-loss',
    grade: 'red',
    route: 'cargo_monitor/exception_report/alm_high_loss',
    coloursTruck: true,
  },
  {
    code: ALARM.workingHours,
    name: { zh: '工时报警', en: 'Working hours' },
    family: 'driving',
    popUp: 'working-hours',
    grade: 'red',
    route: 'driving_monitor/event_report/sign_dura',
  },
  {
    code: ALARM.unloadingUnfinished,
    name: { zh: '卸油未完成', en: 'Unloading unfinished' },
    family: 'cargo',
    grade: 'red',
    route: 'cargo_monitor/exception_report/alarm_not_empty',
  },
  {
    code: ALARM.emptyingUnfinished,
    name: { zh: '排空未完成', en: 'Emptying unfinished' },
    family: 'cargo',
    grade: 'red',
    route: 'cargo_monitor/exception_report/alarm_not_empty',
  },
  {
    code: ALARM.apiThreshold,
    name: { zh: 'API阈值', en: 'API threshold' },
    family: 'device',
    grade: 'yellow',
    route: 'device_monitor/console/alarm_sensing',
    staffOnly: true,
  },
  {
    code: ALARM.boxDoorOutside,
    name: { zh: '区域外开箱门', en: 'Box door outside area' },
    family: 'seal',
    grade: 'yellow',
    route: 'device_monitor/other_devices/box_door_err',
    coloursTruck: true,
  },
  {
    code: ALARM.sealFault,
    name: { zh: '铅封故障', en: 'Seal fault' },
    family: 'device',
    grade: 'yellow',
    route: 'device_monitor/other_devices/switch_cover_err',
    coloursTruck: 'loaded',
  },
  {
    code: ALARM.emptied,
    name: { zh: '排空完成', en: 'Empty finished' },
    family: 'cargo',
    grade: 'yellow',
    information: true,
    route: 'cargo_monitor/exception_report/alarm_not_empty',
  },
  {
    code: ALARM.terminalInterrupted,
    name: { zh: '主机中断', en: 'Console interrupt' },
    family: 'device',
    grade: 'red',
    route: 'device_monitor/console/console_link',
  },
  {
    code: ALARM.unsealingJournal,
    name: { zh: '异常解封（记录）', en: 'Abnormal unsealing (record)' },
    family: 'seal',
    grade: 'red',
    route: 'cargo_monitor/exception_report/alarm_switch_cover',
    coloursTruck: true,
  },
  {
    code: ALARM.shutdown,
    name: { zh: '主机/控制器关机', en: 'Controller / console shutdown' },
    family: 'device',
    grade: 'yellow',
    route: 'device_monitor/console/bz_bootup',
  },
  // Ours: kinds of domain rule D.7 for which spec 4.4 has no code.
  {
    code: ALARM.sealBreak,
    name: { zh: '破封报警', en: 'Seal break' },
    family: 'seal',
    grade: 'red',
    route: 'cargo_monitor/exception_report/alarm_break_seal',
    coloursTruck: true,
  },
  {
    code: ALARM.abnormalLoading,
    name: { zh: '异常装油', en: 'Abnormal oil loading' },
    family: 'cargo',
    grade: 'red',
    route: 'cargo_monitor/exception_report/bz_abnormal_oil_loading',
  },
  {
    code: ALARM.privateDischarge,
    name: { zh: '疑似放油', en: 'Unauthorised unloading' },
    family: 'cargo',
    grade: 'red',
    route: 'cargo_monitor/exception_report/alm_high_loss',
  },
  {
    code: ALARM.powerCut,
    name: { zh: '断电报警', en: 'Power cut' },
    family: 'device',
    grade: 'yellow',
    route: 'device_monitor/other_devices/bz_powers',
  },
  {
    code: ALARM.underVoltage,
    name: { zh: '欠压报警', en: 'Under-voltage' },
    family: 'device',
    grade: 'yellow',
    route: 'device_monitor/console/alarm_undervolitage',
  },
  {
    code: ALARM.consoleFault,
    name: { zh: '设备故障', en: 'Console fault' },
    family: 'device',
    grade: 'yellow',
    route: 'device_monitor/console/alarm_device_err',
  },
  {
    code: ALARM.heartbeatTimeout,
    name: { zh: '心跳超时', en: 'Heartbeat timeout' },
    family: 'device',
    grade: 'yellow',
    route: heartbeats,
  },
  {
    code: ALARM.pressure,
    name: { zh: '高压报警', en: 'High pressure' },
    family: 'cargo',
    grade: 'yellow',
    route: 'cargo_monitor/exception_report/alarm_high_pressure',
  },
  {
    code: ALARM.cabinetClimate,
    name: { zh: '温湿度报警', en: 'Temperature or humidity' },
    family: 'cargo',
    grade: 'yellow',
    route: 'cargo_monitor/exception_report/alarm_temp_hum',
  },
  {
    code: ALARM.routeDeviation,
    name: { zh: '路线偏离', en: 'Route deviation' },
    family: 'driving',
    grade: 'yellow',
    route: 'driving_monitor/exception_report/alarm_deviation',
  },
  {
    code: ALARM.cargoDevice,
    name: { zh: '设备报警', en: 'Cargo device alarm' },
    family: 'device',
    grade: 'yellow',
    route: deviceAlarm,
  },
  {
    code: ALARM.emptyingException,
    name: { zh: '排空异常', en: 'Emptying exception' },
    family: 'cargo',
    grade: 'yellow',
    route: 'cargo_monitor/exception_report/empty_record_alarm',
  },
  {
    code: ALARM.alarmStorm,
    name: { zh: '报警过频', en: 'Alarm storm' },
    family: 'device',
    grade: 'yellow',
    route: deviceAlarm,
  },
  {
    code: ALARM.terminalIdentity,
    name: { zh: '终端身份异常', en: 'Terminal in doubt' },
    family: 'device',
    grade: 'red',
    route: deviceAlarm,
  },
  {
    code: ALARM.fenceEdge,
    name: { zh: '围栏设置异常', en: 'Fence setting at fault' },
    family: 'device',
    grade: 'yellow',
    route: deviceAlarm,
  },
]

export const ALARM_TYPES: readonly AlarmType[] = ROWS.map((row) => ({ popUp: 'list', ...row }))

/** Codes of the types that are information. */
export const INFORMATION_TYPES: readonly number[] = ALARM_TYPES.filter(({ information }) => information).map(({ code }) => code)

const byCode = new Map(ALARM_TYPES.map((type) => [type.code, type]))

export const alarmType = (code: number): AlarmType | undefined => byCode.get(code)

/** The route a click on the alarm opens; null for a code that the table does not know. */
export const reportRoute = (code: number): string | null => byCode.get(code)?.route ?? null

/** Whether an open alarm of this type makes the truck's status 3. */
export function coloursTruck(code: number, loaded: boolean): boolean {
  const colours = byCode.get(code)?.coloursTruck
  return colours === true || (colours === 'loaded' && loaded)
}
