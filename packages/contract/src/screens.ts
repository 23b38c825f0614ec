import type { Text } from '@tanker/domain/texts/text'

/**
 * Every screen that exists, in menu order. The menu is this list cut to what a user's role grants, by the server;
 * a screen that is not built is not here. `kind` says who draws it: the one report page, or a screen of its own.
 */
export type Screen = {
  /** Route, as the specification spells it. */
  readonly path: string
  readonly title: Text
  /** The group of the menu (spec 2). */
  readonly group: ScreenGroup
  /** Second level of the menu; null when the screen stands directly in its group. */
  readonly section: Text | null
  readonly kind: 'report' | 'screen'
}

export const SCREEN_GROUPS = {
  monitor: { zh: '监控看板', en: 'Monitor board' },
  cargo: { zh: '货物监控', en: 'Cargo monitor' },
  driving: { zh: '行车监控', en: 'Driving monitor' },
  safety: { zh: '主动安全', en: 'Active safety' },
  device: { zh: '设备监控', en: 'Device monitor' },
  setting: { zh: '设置', en: 'Settings' },
  detector: { zh: '密闭检测仪', en: 'Airtight detector' },
} as const satisfies Record<string, Text>
export type ScreenGroup = keyof typeof SCREEN_GROUPS

const eventReports = { zh: '事件报表', en: 'Event reports' } as const
const exceptionReports = { zh: '异常报表', en: 'Exception reports' } as const
const dataAnalysis = { zh: '数据分析', en: 'Data analysis' } as const
const baseData = { zh: '基础资料', en: 'Base data' } as const

/** Entries of one section: `report` is drawn by the report page, `screen` by a component of its own. */
const entriesOf = <G extends ScreenGroup>(group: G, section: Text | null) => ({
  report: <P extends string>(path: P, zh: string, en: string) => ({ path, title: { zh, en }, group, section, kind: 'report' }) as const,
  screen: <P extends string>(path: P, zh: string, en: string) => ({ path, title: { zh, en }, group, section, kind: 'screen' }) as const,
})
const monitor = entriesOf('monitor', null)
const cargo = entriesOf('cargo', null)
const cargoEvents = entriesOf('cargo', eventReports)
const cargoExceptions = entriesOf('cargo', exceptionReports)
const cargoAnalysis = entriesOf('cargo', dataAnalysis)
const drivingEvents = entriesOf('driving', eventReports)
const drivingAnalysis = entriesOf('driving', dataAnalysis)
const drivingExceptions = entriesOf('driving', exceptionReports)
const safetyExceptions = entriesOf('safety', exceptionReports)
const safetyAnalysis = entriesOf('safety', dataAnalysis)
const consoles = entriesOf('device', { zh: '主机', en: 'Consoles' })
const otherDevices = entriesOf('device', { zh: '其他设备', en: 'Other devices' })
const deviceAnalysis = entriesOf('device', { zh: '设备分析', en: 'Device analysis' })
const baseDataLists = entriesOf('setting', baseData)
const notices = entriesOf('setting', { zh: '阈值与通知', en: 'Thresholds and notices' })
const deviceParameters = entriesOf('setting', { zh: '设备参数', en: 'Device parameters' })
const rights = entriesOf('setting', { zh: '权限账号', en: 'Roles and users' })
const detector = entriesOf('detector', null)

export const SCREENS = [
  monitor.screen('monitor/cargo_transport', '货物监控', 'Cargo transport'),
  monitor.screen('monitor/safe_target', '安全监控', 'Driving-safety monitor'),
  monitor.screen('monitor/device_target', '设备监控', 'Device monitor'),
  monitor.screen('monitor/playback_track', '轨迹回放', 'Track playback'),
  monitor.screen('monitor/track_map', '实时跟踪', 'Live track map'),
  monitor.screen('monitor/track_search', '轨迹查询', 'Track search'),
  monitor.screen('monitor/track_compare', '轨迹对比', 'Track comparison'),
  monitor.report('monitor/track_detail', '轨迹明细', 'Track details'),
  monitor.report('monitor/view_photos', '照片查看', 'Photos'),
  monitor.screen('monitor/real_video', '实时视频', 'Live video'),
  monitor.screen('monitor/video_monitor', '视频监控', 'Video monitor'),
  monitor.screen('monitor/full_video', '监控轮播', 'Monitor carousel'),
  monitor.screen('monitor/history_video', '历史视频', 'History video'),
  monitor.screen('monitor/alarm_desk', '报警处理', 'Alarm desk'),
  monitor.report('monitor/alarm_record', '报警记录', 'Alarm records'),
  monitor.screen('monitor/sprinkler_monitoring', '洒水车监控', 'Water-truck monitor'),
  monitor.screen('monitor/sprinkler_playback_track', '洒水车轨迹回放', 'Water-truck playback'),
  monitor.report('monitor/sprinkler_real_inventory', '洒水车实时水量', 'Real-time water inventory'),
  monitor.report('monitor/sprinkler_inventory', '洒水车水量历史', 'Water inventory history'),
  monitor.report('monitor/sprinkler_statistics', '洒水作业统计', 'Sprinkler statistics'),
  monitor.report('monitor/offline_truck', '离线车辆', 'Offline trucks'),
  cargoEvents.report('cargo_monitor/event_report/switch_cover_flow', '开关盖流水', 'Cover journal'),
  cargoEvents.report('cargo_monitor/event_report/switchCover', '开关盖记录', 'Cover openings'),
  cargoEvents.report('cargo_monitor/event_report/emergency_shut_off_valve', '紧急切断阀记录', 'Emergency shut-off valves'),
  cargoEvents.report('cargo_monitor/event_report/empty', '排空监控', 'Emptying now'),
  cargoEvents.report('cargo_monitor/event_report/empty_record', '排空记录', 'Emptyings'),
  cargoEvents.screen('cargo_monitor/event_report/real_tank_inventory', '实时罐存', 'Real-time tank inventory'),
  cargoEvents.report('cargo_monitor/event_report/tank_inventory', '历史罐存', 'Tank inventory history'),
  cargoEvents.report('cargo_monitor/event_report/meter_status', '流量计状态', 'Flow meters now'),
  cargoEvents.report('cargo_monitor/event_report/meter_unload', '流量计卸油记录', 'Metered unloadings'),
  cargoEvents.report('cargo_monitor/event_report/split_unload_record', '分卸记录', 'Split unloadings'),
  cargoEvents.report('cargo_monitor/event_report/operation_record', '作业记录', 'Operations'),
  cargoEvents.report('cargo_monitor/event_report/delivery_record', '配送记录', 'Deliveries'),
  cargoEvents.report('cargo_monitor/event_report/atg_unload', 'ATG卸油记录', 'Station gauge unloadings'),
  cargoEvents.report('cargo_monitor/event_report/station_unload', '油站卸油记录', 'Station unloadings'),
  cargoEvents.report('cargo_monitor/event_report/switch_electricity', '通断电记录', 'Power cuts'),
  cargoEvents.report('cargo_monitor/event_report/useing_open', '使用中开盖', 'Covers open in use'),
  cargoEvents.report('cargo_monitor/event_report/box_door', '箱门开关记录', 'Box doors'),
  cargoEvents.screen('cargo_monitor/event_report/level_trend', '液位趋势', 'Level trend'),
  cargoEvents.report('cargo_monitor/event_report/switchcover_his', '开关盖历史', 'Cover history'),
  cargoEvents.screen('cargo_monitor/event_report/flow_change', '流量变化', 'Flow-rate change'),
  cargoEvents.report('cargo_monitor/event_report/switch_variety', '换品记录', 'Product changes'),
  cargoEvents.report('cargo_monitor/event_report/temp_humidity', '温湿度历史', 'Temperature and humidity history'),
  cargoEvents.report('cargo_monitor/event_report/real_temp_humidity', '实时温湿度', 'Temperature and humidity now'),
  cargoEvents.report('cargo_monitor/event_report/bz_pressure', '压力记录', 'Vapour pressure history'),
  cargoExceptions.report('cargo_monitor/exception_report/alarm_switch_cover', '异常解封', 'Abnormal unsealing'),
  cargoExceptions.report('cargo_monitor/exception_report/alarm_pipe_water', '含水报警', 'Water alarms'),
  cargoExceptions.report('cargo_monitor/exception_report/alarm_not_empty', '未排空报警', 'Not-empty alarms'),
  cargoExceptions.report('cargo_monitor/exception_report/empty_record_alarm', '排空异常记录', 'Emptying exceptions'),
  cargoExceptions.report('cargo_monitor/exception_report/device_event', '设备事件', 'Device events'),
  cargoExceptions.report('cargo_monitor/exception_report/alarm_break_seal', '破封报警', 'Seal breaks'),
  cargoExceptions.report('cargo_monitor/exception_report/bz_abnormal_oil_loading', '异常装油', 'Abnormal loadings'),
  cargoExceptions.report('cargo_monitor/exception_report/alm_high_loss', '高损耗报警', 'High-loss alarms'),
  cargoExceptions.report('cargo_monitor/exception_report/alarm_temp_hum', '温湿度报警', 'Temperature and humidity alarms'),
  cargoExceptions.report('cargo_monitor/exception_report/device_alarm', '设备报警', 'Cargo device alarms'),
  cargoExceptions.report('cargo_monitor/exception_report/alarm_high_pressure', '高压报警', 'Vapour pressure alarms'),
  cargoAnalysis.report('cargo_monitor/data_analysis/oil_loss', '油品损溢分析', 'Oil loss and gain'),
  cargoAnalysis.report('cargo_monitor/data_analysis/truck_loss', '车辆损溢分析', 'Truck loss and gain'),
  cargoAnalysis.report('cargo_monitor/data_analysis/loss_month_rank', '月度损耗排名', 'Monthly loss ranking'),
  cargoAnalysis.report('cargo_monitor/data_analysis/level_change', '液位变化分析', 'Level changes'),
  cargoAnalysis.report('cargo_monitor/data_analysis/gauge_learning', '计量校准分析', 'Gauge calibration insight'),
  cargoAnalysis.report('cargo_monitor/data_analysis/adnormal_month_summary', '异常月汇总', 'Abnormal month summary'),
  cargoAnalysis.report('cargo_monitor/data_analysis/adnormal_proportion', '异常占比', 'Abnormal proportion'),
  cargoAnalysis.report('cargo_monitor/data_analysis/switch_cover_analysis', '开关盖分析', 'Cover analysis'),
  cargoAnalysis.report('cargo_monitor/data_analysis/handover_analysis', '交接分析', 'Handover analysis'),
  cargo.report('handover', '交接管理', 'Handovers'),
  drivingEvents.report('driving_monitor/event_report/parking_source', '停车记录（原始停车）', 'Parking records'),
  drivingEvents.report('driving_monitor/event_report/sign_dura', '驾驶员签到时长', 'Driver sign-in'),
  drivingExceptions.report('driving_monitor/exception_report/alarm_parking', '停车超时报警', 'Parking overtime'),
  drivingExceptions.report('driving_monitor/exception_report/alarm_over_speed', '超速报警', 'Overspeed alarms'),
  drivingExceptions.report('driving_monitor/exception_report/alarm_off_line', '离线报警', 'Offline alarms'),
  drivingExceptions.report('driving_monitor/exception_report/off_line_analysis', '离线分析', 'Offline analysis'),
  drivingExceptions.report('driving_monitor/exception_report/alarm_curve_speeding', '弯道超速报警', 'Curve speeding'),
  drivingExceptions.report('driving_monitor/exception_report/alarm_emergency', '紧急报警', 'Emergencies'),
  drivingExceptions.report('driving_monitor/exception_report/alarm_urgent', '急加速/急减速报警', 'Harsh driving'),
  drivingExceptions.report('driving_monitor/exception_report/gps_info_his', 'GPS历史（速度历史）', 'Speed history'),
  drivingAnalysis.report('driving_monitor/data_analysis/truck_daily_mile', '车辆里程统计', 'Daily mileage'),
  drivingAnalysis.report('driving_monitor/data_analysis/fency_mileage', '围栏里程统计', 'Fence mileage'),
  drivingAnalysis.report('driving_monitor/data_analysis/exception_sum', '行车异常汇总', 'Driving exceptions'),
  drivingAnalysis.report('driving_monitor/data_analysis/exception_rate', '行车异常率', 'Driving exception rates'),
  safetyExceptions.report('active_safety/exception_report/alarm_adas_can', '主动安全报警明细', 'Active-safety alarms'),
  safetyAnalysis.report('active_safety/data_analysis/adas_can_collect', '主动安全汇总', 'Active-safety summary'),
  safetyAnalysis.report('active_safety/data_analysis/alm_adas_can_truck_stat', '车辆主动安全统计', 'Safety scores'),
  consoles.report('device_monitor/console/complete_analysis', '设备完好率分析', 'Device intact rates'),
  consoles.report('device_monitor/console/alarm_sensing', '传感器报警（感应报警）', 'Sensing alarms'),
  consoles.report('device_monitor/console/bz_bootup', '开关机记录', 'Shutdowns and starts'),
  consoles.report('device_monitor/console/console_link', '主机连接记录', 'Console connections'),
  consoles.report('device_monitor/console/alarm_undervolitage', '欠压报警', 'Under-voltage'),
  consoles.report('device_monitor/console/alarm_device_err', '设备故障报警', 'Console faults'),
  otherDevices.report('device_monitor/other_devices/abnormal_monitor', '异常监控', 'Open device faults'),
  otherDevices.report('device_monitor/other_devices/abnormal_record', '异常记录', 'Device fault record'),
  otherDevices.report('device_monitor/other_devices/switch_cover_err', '开关盖异常（铅封异常）', 'Seal probe faults'),
  otherDevices.report('device_monitor/other_devices/bz_powers', '断电记录', 'Power cut alarms'),
  otherDevices.report('device_monitor/other_devices/device_event_record', '设备事件记录', 'Device event record'),
  otherDevices.report('device_monitor/other_devices/humidity', '湿度监测', 'Housing humidity'),
  otherDevices.report('device_monitor/other_devices/humidity_err', '湿度异常', 'Humidity alarms'),
  otherDevices.report('device_monitor/other_devices/box_door_err', '箱门异常', 'Box door faults'),
  otherDevices.report('device_monitor/other_devices/box_door_cover', '箱门盖状态', 'Box doors now'),
  otherDevices.report('device_monitor/other_devices/api_sensing', 'API阀传感监测', 'API valve sensing'),
  otherDevices.report('device_monitor/other_devices/box_door_his', '箱门历史', 'Box door history'),
  deviceAnalysis.report('device_monitor/device_analysis/heart_beat_info', '心跳信息', 'Heartbeats'),
  deviceAnalysis.report('device_monitor/device_analysis/over_time_heart', '心跳超时', 'Heartbeat timeouts'),
  deviceAnalysis.report('device_monitor/device_analysis/valtage_line', '电池电压曲线', 'Battery voltages'),
  deviceAnalysis.report('device_monitor/device_analysis/power_his', '电源历史', 'Power history'),
  deviceAnalysis.report('device_monitor/device_analysis/abnormal_statistics', '异常统计', 'Device fault statistics'),
  deviceAnalysis.report('device_monitor/device_analysis/abnormal_analysis', '异常分析', 'Device fault analysis'),
  deviceAnalysis.report('device_monitor/device_analysis/health_analysis', '健康度分析', 'Device health'),
  baseDataLists.report('setting/base_data/station', '油站管理', 'Stations'),
  baseDataLists.report('setting/base_data/storage', '油库管理', 'Depots'),
  baseDataLists.report('setting/base_data/truck', '车辆管理', 'Trucks'),
  baseDataLists.report('setting/base_data/company', '组织机构管理', 'Organisations'),
  baseDataLists.report('setting/base_data/park', '停车场管理', 'Parking lots'),
  baseDataLists.report('setting/base_data/service_depot', '维修厂管理', 'Repair shops'),
  baseDataLists.report('setting/base_data/driver', '驾驶员管理', 'Drivers'),
  baseDataLists.report('setting/base_data/repair_card', '维修卡管理', 'Repair cards'),
  baseDataLists.report('setting/base_data/device', '设备管理', 'Devices'),
  baseDataLists.report('setting/base_data/tank_table', '罐容表管理', 'Tank tables'),
  baseDataLists.report('setting/base_data/upgrade_mcu', 'MCU升级', 'MCU upgrade'),
  baseDataLists.report('setting/base_data/tank_table_record', '罐容表下发记录', 'Tank table sends'),
  baseDataLists.report('setting/base_data/enclosure_approval', '电子围栏审批', 'Fence approval'),
  baseDataLists.report('setting/base_data/user_enclosure', '电子围栏设置', 'Fences'),
  baseDataLists.report('setting/base_data/atg_tank_table', 'ATG罐表管理', 'Station tank tables'),
  baseDataLists.report('setting/base_data/upload_statistic', '上传统计', 'Upload statistics'),
  baseDataLists.report('setting/base_data/test', '设备检测', 'Device test'),
  baseDataLists.report('setting/base_data/phone_number', '短信号码管理', 'SMS numbers'),
  baseDataLists.report('setting/base_data/message_recharge', '短信充值', 'SMS recharge'),
  baseDataLists.report('setting/base_data/message_record', '短信记录', 'SMS record'),
  notices.report('setting/alarm_threshold/manage_patameter', '参数管理', 'Parameter management'),
  notices.report('setting/alarm_threshold/threshold', '行车阈值设置', 'Driving thresholds'),
  notices.report('setting/alarm_threshold/st_abnormal_oil_loading', '异常装油设置', 'Abnormal loading setup'),
  notices.report('setting/alarm_threshold/no_abnormal', '免异常设置', 'Exemptions'),
  notices.report('setting/alarm_threshold/parameter', '参数下发', 'Parameter dispatch'),
  notices.report('setting/alarm_threshold/oil_send', '油品下发', 'Product dispatch'),
  notices.report('setting/alarm_threshold/remote', '远程控制', 'Remote control'),
  notices.report('setting/alarm_threshold/remote_template', '远程模板', 'Parameter templates'),
  notices.report('setting/alarm_threshold/send_pwd', '远程下发密码', 'One-time passwords'),
  notices.report('setting/alarm_threshold/modify_record', '参数修改记录', 'Parameter changes'),
  notices.report('setting/alarm_threshold/alarm_ding_talk', '报警机器人', 'Alarm robots'),
  notices.report('setting/alarm_threshold/notice_log', '报警通知记录', 'Alarm notice log'),
  deviceParameters.report('setting/device_parameter/upgrade_file', '升级文件管理', 'Upgrade files'),
  deviceParameters.report('setting/device_parameter/send_message', '消息下发', 'Commands to trucks'),
  deviceParameters.report('setting/device_parameter/params_files', '参数文件', 'Parameter files'),
  deviceParameters.report('setting/device_parameter/params_record', '参数下发记录', 'Parameter file record'),
  deviceParameters.report('setting/device_parameter/params_bak', '参数备份', 'Parameter backup'),
  deviceParameters.report('setting/device_parameter/camera_setup', '摄像头设置', 'Camera setup'),
  rights.report('setting/privilege_account/role', '角色管理', 'Roles'),
  rights.report('setting/privilege_account/user', '用户管理', 'Users'),
  rights.screen('setting/privilege_account/role_function', '角色功能分配', 'Role permissions'),
  detector.report('airtight_detection/real_status', '实时状态（密闭性）', 'Real-time airtight status'),
  detector.report('airtight_detection/bz_airtight_detection', '密闭性检测记录', 'Airtightness test record'),
  detector.report('airtight_detection/text_send', '文本下发', 'Text dispatch'),
] as const satisfies readonly Screen[]

export type ScreenPath = (typeof SCREENS)[number]['path']
