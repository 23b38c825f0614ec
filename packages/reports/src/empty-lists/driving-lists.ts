import type { Text } from '@tanker/domain/texts/text'

export const DRIVING_LISTS = {
  'driving_monitor/exception_report/alarm_over_speed': {
    zh: '所选时间内没有超速记录。车速超过道路或区域限速时出现一行。',
    en: 'No overspeed records in the period. A row appears when a truck drives faster than the limit of the road or area.',
  },
  'driving_monitor/event_report/parking_source': {
    zh: '三分钟以上的停车。车辆停满三分钟后出现一行。',
    en: 'Stops of three minutes or more. A row appears when a truck has stood for three minutes.',
  },
  'driving_monitor/event_report/sign_dura': {
    zh: '驾驶员的在岗时长。驾驶员在终端刷卡签到后出现一行。',
    en: 'Hours on duty of drivers. A row appears when a driver signs in with a card at the terminal.',
  },
  'driving_monitor/exception_report/alarm_parking': {
    zh: '在库站、停车场和维修厂以外停车过久。超过阈值时出现一行。',
    en: 'Stops that are too long outside depots, stations, parking lots and repair shops. A row appears beyond the limit.',
  },
  'driving_monitor/exception_report/alarm_off_line': {
    zh: '长时间没有通信的车辆。超过离线阈值时出现一行。',
    en: 'Trucks without contact. A row appears when the silence is longer than the limit.',
  },
  'driving_monitor/exception_report/off_line_analysis': {
    zh: '离线的次数、时长和原因。有离线报警后出现。',
    en: 'How often, how long and why trucks were offline. Rows appear after the first offline alarm.',
  },
  'driving_monitor/exception_report/alarm_curve_speeding': {
    zh: '弯道车速过快。终端需每 1 至 3 秒上报定位，横向加速度超限时出现一行。',
    en: 'Curves taken too fast. A row appears beyond the lateral limit; the terminal must report a position every 1 to 3 seconds.',
  },
  'driving_monitor/exception_report/alarm_emergency': {
    zh: '紧急按钮、碰撞和侧翻。终端上报时出现一行。',
    en: 'Emergency button, collision and roll-over. A row appears when the terminal reports one.',
  },
  'driving_monitor/exception_report/alarm_urgent': {
    zh: '急加速和急减速。终端每 1 至 2 秒上报车速，或由车载设备上报时出现一行。',
    en: 'Harsh acceleration and braking. A row appears when the device reports it, or when speeds a second or two apart show it.',
  },
  'driving_monitor/data_analysis/truck_daily_mile': {
    zh: '每辆车每天的里程。车辆行驶后出现一行。',
    en: 'What each truck drove each day. A row appears when a truck drives.',
  },
  'driving_monitor/data_analysis/fency_mileage': {
    zh: '各围栏内外的里程和停留。车辆行驶或进入围栏后出现一行。',
    en: 'Distances and stays in fences and outside. A row appears when a truck drives or enters a fence.',
  },
  'driving_monitor/data_analysis/exception_sum': {
    zh: '各类行车异常的次数。有行车报警后出现。',
    en: 'Driving exceptions by kind. Rows appear after the first driving alarm.',
  },
  'driving_monitor/data_analysis/exception_rate': {
    zh: '每百公里的行车异常。当月有行驶里程后出现。',
    en: 'Driving exceptions per 100 km. Rows appear when trucks drove in the month.',
  },
  'driving_monitor/exception_report/gps_info_his': {
    zh: '一辆车上报的全部速度。所选时间内有定位数据时出现。',
    en: 'All speeds of one truck. Rows appear when it sent positions in the period.',
  },
  'active_safety/exception_report/alarm_adas_can': {
    zh: '主动安全设备上报的报警及其图片、视频。车辆需装有驾驶辅助或驾驶员监测设备。',
    en: 'Alarms of active-safety devices, with pictures and clips. The truck needs driver assistance or driver monitoring.',
  },
  'active_safety/data_analysis/adas_can_collect': {
    zh: '主动安全报警的次数。所选时间内有此类报警时出现。',
    en: 'Counts of active-safety alarms. Rows appear when there was one in the period.',
  },
  'active_safety/data_analysis/alm_adas_can_truck_stat': {
    zh: '车辆或驾驶员的安全分。所选月份内有行驶或主动安全报警时出现。',
    en: 'Safety scores of trucks or drivers. Rows appear for those that drove or had an active-safety alarm in the month.',
  },
} as const satisfies Readonly<Record<string, Text>>
