import type { Text } from '@tanker/domain/texts/text'

export const DEVICE_LISTS = {
  'device_monitor/console/complete_analysis': {
    zh: '车辆设备的完好率。当月有上报数据的车辆出现，每小时更新。',
    en: 'Share of days on which devices worked. Trucks that reported in the month appear within the hour.',
  },
  'device_monitor/console/alarm_sensing': {
    zh: '铅封探头的电气故障：短路、断路、超量程、漂移、无应答、重号。主机上报后出现一行。',
    en: 'Electrical faults of seal probes: short or open circuit, over range, drift, no answer, duplicate serial. A row appears when a console reports one.',
  },
  'device_monitor/console/bz_bootup': {
    zh: '主机和控制器的关机与开机。关机或异常重启后出现一行。',
    en: 'Shutdowns and starts of consoles and controllers. A row appears at a shutdown, or at a start without one.',
  },
  'device_monitor/console/console_link': {
    zh: '终端与平台的连接。终端登录后出现一行。',
    en: 'Connections of terminals. A row appears when a terminal signs in.',
  },
  'device_monitor/console/alarm_undervolitage': {
    zh: '车辆供电电压过低。点火时低于限值一段时间后出现一行。',
    en: 'Low vehicle supply. A row appears when it stays below the limit with the ignition on.',
  },
  'device_monitor/console/alarm_device_err': {
    zh: '终端上报的自身故障，如天线、显示屏、摄像头、读卡器。故障持续一段时间后出现一行。',
    en: 'Faults that terminals report of themselves: antenna, display, camera, card reader. A row appears when one lasts.',
  },
  'device_monitor/other_devices/abnormal_monitor': { zh: '没有未恢复的设备异常。', en: 'All devices of the chosen trucks work now.' },
  'device_monitor/other_devices/abnormal_record': { zh: '设备报警后出现一行。', en: 'A row appears when a device raises an alarm.' },
  'device_monitor/other_devices/switch_cover_err': {
    zh: '自相矛盾的铅封探头：抖动、转换异常、长湿、长干、无应答。出现异常时有一行。',
    en: 'Seal probes that contradict themselves: chatter, conversion, long wet, long dry, no answer. A row appears with a fault.',
  },
  'device_monitor/other_devices/bz_powers': {
    zh: '断电报警。供电中断超过阈值或断电行驶时出现一行。',
    en: 'Power cut alarms. A row appears when the supply is cut for longer than the limit, or the truck moves without it.',
  },
  'device_monitor/other_devices/device_event_record': {
    zh: '设备上报的事件和平台下发的操作。两者之一发生时出现一行。',
    en: 'What devices reported and what was sent to them. A row appears with each event.',
  },
  'device_monitor/other_devices/humidity': {
    zh: '仪表箱内的湿度。车辆需装有温湿度传感器。',
    en: 'Humidity in instrument housings. The truck needs such a sensor.',
  },
  'device_monitor/other_devices/humidity_err': {
    zh: '仪表箱湿度超限。超出车辆的阈值一段时间后出现一行。',
    en: "Humidity out of range. A row appears when it stays beyond the truck's limits.",
  },
  'device_monitor/other_devices/box_door_err': {
    zh: '箱门异常：区域外打开、行驶中打开、长时间未关。出现时有一行。',
    en: 'Box doors opened outside, open while driving, or left open. A row appears when one is.',
  },
  'device_monitor/other_devices/box_door_cover': {
    zh: '箱门的当前状态。车辆需装有箱门探头。',
    en: 'Box doors now. The truck needs a probe at its box door.',
  },
  'device_monitor/other_devices/api_sensing': {
    zh: '每个API阀探头的传感值。主机需上报探头的电气值。',
    en: 'Sensor values of the probes at API valves. The console must report the electrical values of its probes.',
  },
  'device_monitor/other_devices/box_door_his': {
    zh: '箱门开关的历史。箱门打开后出现一行。',
    en: 'History of box doors. A row appears when a door opens.',
  },
  'device_monitor/device_analysis/heart_beat_info': {
    zh: '每辆车最近一次通信。上报过的车辆出现在这里。',
    en: 'Last contact of each truck. Trucks that have reported at least once are listed.',
  },
  'device_monitor/device_analysis/over_time_heart': {
    zh: '超过 15 分钟没有心跳的车辆。恢复通信后消失。',
    en: 'Trucks without a heartbeat for 15 minutes. They leave the list with the next heartbeat.',
  },
  'device_monitor/device_analysis/valtage_line': {
    zh: '一辆车的供电和备用电池电压。终端上报电压后出现。',
    en: 'Supply and backup battery of one truck. Rows appear when its terminal reports voltages.',
  },
  'device_monitor/device_analysis/power_his': {
    zh: '一辆车的主机由什么供电。终端上报电压后出现。',
    en: 'Power supply of the console of a truck. Rows appear when its terminal reports voltages.',
  },
  'device_monitor/device_analysis/abnormal_statistics': {
    zh: '设备故障的次数、间隔和恢复时间。所选时间内有设备报警后出现。',
    en: 'How often devices fail and how long it lasts. Rows appear after device alarms in the period.',
  },
  'device_monitor/device_analysis/abnormal_analysis': {
    zh: '一辆车设备故障的时间线和可能原因。所选时间内没有设备故障。',
    en: 'Faults of one truck’s devices over time, with their probable cause. It had none in the period.',
  },
  'device_monitor/device_analysis/health_analysis': {
    zh: '每辆车的设备健康分。当月有上报数据的车辆出现，每小时更新。',
    en: 'Health of the devices of each truck. Trucks that reported in the month appear within the hour.',
  },
} as const satisfies Readonly<Record<string, Text>>
