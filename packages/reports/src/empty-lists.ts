import type { SCREENS } from '@tanker/contract/screens'
import type { Text } from '@tanker/domain/texts/text'

type ListPath = Extract<(typeof SCREENS)[number], { kind: 'report' }>['path']

/** What an empty list says: what the screen is for and how a row comes to be. A list without it does not compile. */
const EMPTY_LISTS: Readonly<Record<ListPath, Text>> = {
  'monitor/alarm_record': {
    zh: '所有类型的报警。车辆上报触发判定规则后，这里出现一行。',
    en: 'All alarms of every type. A row appears when what a truck reports breaks a rule.',
  },
  'monitor/offline_truck': {
    zh: '通信中断 15 分钟以上的车辆。从未上报过的车辆不在其中。',
    en: 'Trucks without contact for 15 minutes. Trucks that never reported are not listed.',
  },
  'cargo_monitor/event_report/switch_cover_flow': {
    zh: '铅封探头的每次变化。探头打开、关闭、变湿或变干时出现一行。',
    en: 'Every change of a seal probe. A row appears when a probe opens, closes, gets wet or dry.',
  },
  'cargo_monitor/event_report/switchCover': {
    zh: '盖和阀从打开到关闭的记录。打开后出现一行。',
    en: 'Openings of covers and valves. A row appears when one opens.',
  },
  'cargo_monitor/event_report/emergency_shut_off_valve': {
    zh: '紧急切断阀的打开和切断。车辆需装有切断阀探头。',
    en: 'Emergency valves opened and shut. The truck needs a probe at its valve.',
  },
  'cargo_monitor/event_report/empty': {
    zh: '卸油后还没有证明排空的仓。卸油结束后出现，证明排空后消失。',
    en: 'Compartments not yet proven empty. They appear after unloading and go when they are proven empty.',
  },
  'cargo_monitor/event_report/empty_record': {
    zh: '每次排空及其凭据。一仓卸完并证明排空后出现一行。',
    en: 'Emptyings and their proof. A row appears when a compartment is unloaded and proven empty.',
  },
  'cargo_monitor/event_report/tank_inventory': {
    zh: '各仓在过去各时刻的油量。装有液位仪的车辆上报后出现。',
    en: 'What each compartment held. Rows come from trucks with gauges.',
  },
  'cargo_monitor/event_report/meter_status': {
    zh: '车载流量计的当前读数。车辆需装有流量计。',
    en: 'Readings of flow meters now. The truck needs a flow meter.',
  },
  'cargo_monitor/event_report/meter_unload': {
    zh: '流量计计量的每次卸油。流量计打出小票后出现一行。',
    en: 'Unloadings measured by flow meters. A row appears with each receipt of a meter.',
  },
  'cargo_monitor/event_report/split_unload_record': {
    zh: '一仓在两个油站分卸的记录。第二次卸油后出现一行。',
    en: 'Compartments unloaded at two stations. A row appears after the second unloading.',
  },
  'cargo_monitor/event_report/operation_record': {
    zh: '每仓的装油和卸油。液位连续上升或下降后出现一行。',
    en: 'Loadings and unloadings of each compartment. A row appears after its level rose or fell.',
  },
  'cargo_monitor/event_report/delivery_record': {
    zh: '每趟从油库到卸完的配送。载油车辆驶出油库围栏后出现一行。',
    en: 'Trips from a depot to the proven emptying. A row appears when a loaded truck leaves the fence of a depot.',
  },
  'cargo_monitor/event_report/atg_unload': {
    zh: '油站地下罐的收油。接入或导入站罐数据后出现。',
    en: 'What station tanks received. Rows come from station gauges that are connected or imported.',
  },
  'cargo_monitor/event_report/station_unload': {
    zh: '在油站的卸油，每站每仓一行。车辆在油站围栏内卸油后出现。',
    en: 'Unloadings by station and compartment. A row appears when a truck unloads in the fence of a station.',
  },
  'cargo_monitor/event_report/switch_electricity': {
    zh: '主机断电和恢复供电的记录。断电时出现一行。',
    en: 'Power cuts of consoles. A row appears when the power is lost.',
  },
  'cargo_monitor/event_report/useing_open': {
    zh: '正在打开的盖和阀。打开时出现，关闭后消失。',
    en: 'Covers that are open now. They appear when opened and go when shut.',
  },
  'cargo_monitor/event_report/box_door': {
    zh: '箱门的开关记录。箱门打开后出现一行。',
    en: 'Openings of box doors. A row appears when a door opens.',
  },
  'cargo_monitor/event_report/switchcover_his': {
    zh: '盖和阀打开的历史。打开后出现一行。',
    en: 'History of openings. A row appears when a cover or valve opens.',
  },
  'cargo_monitor/event_report/switch_variety': {
    zh: '各仓更换油品的记录。油品变更时出现一行。',
    en: 'Changes of products. A row appears when a compartment gets another product.',
  },
  'cargo_monitor/event_report/temp_humidity': {
    zh: '温度和湿度的历史读数。车辆需装有温湿度传感器。',
    en: 'Readings of temperature and humidity. The truck needs such a sensor.',
  },
  'cargo_monitor/event_report/real_temp_humidity': {
    zh: '当前温度和湿度。车辆需装有温湿度传感器。',
    en: 'Temperature and humidity now. The truck needs such a sensor.',
  },
  'cargo_monitor/event_report/bz_pressure': {
    zh: '油气压力的历史读数。车辆需装有压力传感器。',
    en: 'Readings of vapour pressure. The truck needs such a sensor.',
  },
  'cargo_monitor/exception_report/alarm_switch_cover': {
    zh: '没有正当原因的开盖。在配送油库、油站以外或不该开时打开，出现一行。',
    en: 'Openings without a reason. A row appears for an opening outside the depot and stations of the trip, or at a wrong time.',
  },
  'cargo_monitor/exception_report/alarm_pipe_water': {
    zh: '油里的水。液位仪或探头测到水后出现一行。',
    en: 'Water in the product. A row appears when a gauge or a probe finds water.',
  },
  'cargo_monitor/exception_report/alarm_not_empty': {
    zh: '卸油后没有排空的仓。离站前没有证明排空时出现一行。',
    en: 'Compartments not emptied. A row appears when a truck leaves a station with product that should have been unloaded.',
  },
  'cargo_monitor/exception_report/empty_record_alarm': {
    zh: '不合规的排空。时长、倾角或余油不符合要求时出现一行。',
    en: 'Emptyings that break a rule: too short, wrong tilt or a residue.',
  },
  'cargo_monitor/exception_report/device_event': {
    zh: '车载设备的事件，如重启、换件和参数变化。设备上报后出现。',
    en: 'Events of devices such as restarts, replacements and changed parameters. A row appears when a device reports one.',
  },
  'cargo_monitor/exception_report/alarm_break_seal': {
    zh: '没有看到的开封。铅封计数跳变或外壳被打开时出现一行。',
    en: "Openings that were not seen. A row appears when a seal's counter jumps or a housing is opened.",
  },
  'cargo_monitor/exception_report/bz_abnormal_oil_loading': {
    zh: '不在油库的装油。油量在其他地点增加时出现一行。',
    en: 'Loadings outside a depot. A row appears when litres come at another place.',
  },
  'cargo_monitor/exception_report/alm_high_loss': {
    zh: '超过阈值的损耗。一段行程的损耗超过阈值和误差时出现一行。',
    en: 'Losses above the limit. A row appears when a loss exceeds the limit and its uncertainty.',
  },
  'cargo_monitor/exception_report/alarm_temp_hum': {
    zh: '温度或湿度超限。超出车辆的阈值时出现一行。',
    en: "Temperature or humidity out of range. A row appears beyond the truck's limits.",
  },
  'cargo_monitor/exception_report/device_alarm': {
    zh: '液位仪、探头等设备的故障。设备上报故障时出现一行。',
    en: 'Faults of gauges, probes and other devices. A row appears when a device reports one.',
  },
  'cargo_monitor/exception_report/alarm_high_pressure': {
    zh: '油气压力超限。压力超出阈值时出现一行。',
    en: 'Vapour pressure out of range. A row appears beyond the limit.',
  },
  'cargo_monitor/data_analysis/oil_loss': {
    zh: '每趟配送的损溢。配送结束并算出损耗后出现一行。',
    en: 'Loss and gain of deliveries. A row appears when a delivery ends and its loss is known.',
  },
  'cargo_monitor/data_analysis/truck_loss': {
    zh: '每辆车的损溢合计。至少有一趟算出损耗的配送后出现。',
    en: 'Loss and gain of each truck. A row appears after its first delivery with a known loss.',
  },
  'cargo_monitor/data_analysis/loss_month_rank': {
    zh: '按月的损耗排名。当月有算出损耗的配送后出现。',
    en: 'Trucks by loss in a month. Rows appear after deliveries with a known loss.',
  },
  'cargo_monitor/data_analysis/level_change': {
    zh: '行驶途中液位的变化。配送到站后出现一行。',
    en: 'Changes of levels on the road. A row appears when a delivery arrives.',
  },
  'cargo_monitor/data_analysis/gauge_learning': {
    zh: '从付油单和站罐数据学到的计量误差。每晚计算，需要几周的数据。',
    en: 'Errors of gauges learned from tickets and station gauges. Computed every night from weeks of data.',
  },
  'cargo_monitor/data_analysis/adnormal_month_summary': {
    zh: '每月各类异常的次数。有异常报警后出现。',
    en: 'Abnormal events by month. Rows appear after the first alarm.',
  },
  'cargo_monitor/data_analysis/adnormal_proportion': {
    zh: '各类异常所占的比例。有异常报警后出现。',
    en: 'Shares of abnormal events. Rows appear after the first alarm.',
  },
  'cargo_monitor/data_analysis/switch_cover_analysis': {
    zh: '每辆车开盖的次数和异常率。有开盖记录后出现。',
    en: 'Openings of each truck and their abnormal share. Rows appear after the first opening.',
  },
  'cargo_monitor/data_analysis/handover_analysis': {
    zh: '油库发油与油站收油的对比。有付油单或站罐数据的配送出现在这里。',
    en: 'What depots delivered and stations received. Rows come from deliveries with tickets or station gauges.',
  },
  handover: {
    zh: '司机与油站的交接，以及交接班。卸油结束或有人交班后出现一行。',
    en: 'Handovers at stations and of shifts. A row appears after an unloading, or when a shift is handed over.',
  },
  'driving_monitor/exception_report/alarm_over_speed': {
    zh: '超速的路段。车速超过道路或区域限速时出现一行。',
    en: 'Overspeed. A row appears when a truck drives faster than the limit of the road or area.',
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
  'device_monitor/console/complete_analysis': {
    zh: '车辆设备的完好率。当月有上报数据的车辆出现，每小时更新。',
    en: 'Share of days on which devices worked. Trucks that reported in the month appear within the hour.',
  },
  'device_monitor/console/bz_bootup': {
    zh: '主机和控制器的关机与开机。关机或异常重启后出现一行。',
    en: 'Shutdowns and starts of consoles and controllers. A row appears at a shutdown, or at a start without one.',
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
  'device_monitor/other_devices/box_door_his': {
    zh: '箱门开关的历史。箱门打开后出现一行。',
    en: 'History of box doors. A row appears when a door opens.',
  },
  'device_monitor/device_analysis/heart_beat_info': {
    zh: '每辆车最近一次通信。上报过的车辆出现在这里。',
    en: 'When each truck was heard last. Trucks that ever reported are listed.',
  },
  'device_monitor/device_analysis/over_time_heart': {
    zh: '超过 15 分钟没有心跳的车辆。恢复通信后消失。',
    en: 'Trucks without a heartbeat for 15 minutes. They go when they are heard again.',
  },
  'device_monitor/device_analysis/valtage_line': {
    zh: '一辆车的供电和备用电池电压。终端上报电压后出现。',
    en: 'Supply and backup battery of one truck. Rows appear when its terminal reports voltages.',
  },
  'device_monitor/device_analysis/power_his': {
    zh: '一辆车的主机由什么供电。终端上报电压后出现。',
    en: 'What the console of one truck lives on. Rows appear when its terminal reports voltages.',
  },
  'device_monitor/device_analysis/abnormal_statistics': {
    zh: '设备故障的次数、间隔和恢复时间。所选时间内有设备报警后出现。',
    en: 'How often devices fail and how long it lasts. Rows appear after device alarms in the period.',
  },
  'device_monitor/device_analysis/health_analysis': {
    zh: '每辆车的设备健康分。当月有上报数据的车辆出现，每小时更新。',
    en: 'Health of the devices of each truck. Trucks that reported in the month appear within the hour.',
  },
  'setting/base_data/station': {
    zh: '卸油的油站。点“新增”或“导入”添加，并画出围栏。',
    en: 'Stations where trucks unload. Choose Add or Import, then draw the fence.',
  },
  'setting/base_data/storage': {
    zh: '装油的油库。点“新增”或“导入”添加，并画出围栏。',
    en: 'Depots where trucks load. Choose Add or Import, then draw the fence.',
  },
  'setting/base_data/truck': {
    zh: '油罐车及其各仓、终端和阈值。点“新增”或“导入”添加。',
    en: 'Tank trucks with their compartments, terminals and limits. Choose Add or Import.',
  },
  'setting/base_data/company': { zh: '上下级组织。点“新增”添加下级组织。', en: 'Organisations and those below them. Choose Add.' },
  'setting/base_data/park': { zh: '停车场和服务区。点“新增”或“导入”添加。', en: 'Parking lots and service areas. Choose Add or Import.' },
  'setting/base_data/service_depot': {
    zh: '维修厂，在这里开盖视为已授权。点“新增”或“导入”添加。',
    en: 'Repair shops, where openings are authorised. Choose Add or Import.',
  },
  'setting/base_data/driver': {
    zh: '驾驶员及其证件和默认车辆。点“新增”或“导入”添加。',
    en: 'Drivers with their certificates and default trucks. Choose Add or Import.',
  },
  'setting/base_data/repair_card': {
    zh: '维修时用来开盖的卡。点“新增”或“导入”添加。',
    en: 'Cards that authorise openings for repairs. Choose Add or Import.',
  },
  'setting/base_data/device': {
    zh: '装在车上的设备台账。点“新增”或“导入”添加。',
    en: 'Devices installed on trucks. Choose Add or Import.',
  },
  'setting/base_data/tank_table': {
    zh: '每车每仓的液位容积表。点“新增”选择罐容表文件。',
    en: 'Tank tables of compartments. Choose Add and a table file.',
  },
  'setting/base_data/upgrade_mcu': {
    zh: '车载设备的固件升级。先在“固件库”上传固件，再新建升级。',
    en: 'Firmware upgrades. Upload a file to the firmware files first, then start an upgrade.',
  },
  'setting/base_data/tank_table_record': {
    zh: '下发到车辆的罐容表。在“罐容表管理”点“下发”后出现一行。',
    en: 'Tank tables sent to trucks. A row appears when you send one from Tank tables.',
  },
  'setting/base_data/enclosure_approval': {
    zh: '等待审批的围栏变更。有人新增或修改围栏后出现一行。',
    en: 'Fence changes that need approval. A row appears when someone adds or changes a fence.',
  },
  'setting/base_data/user_enclosure': {
    zh: '油库、油站、停车场、维修厂和自由区域的边界。点“新增”在地图上画出。',
    en: 'Borders of depots, stations, parking lots, repair shops and free areas. Choose Add and draw one.',
  },
  'setting/base_data/atg_tank_table': { zh: '油站地下罐的容积表。点“新增”添加。', en: 'Tables of station tanks. Choose Add.' },
  'setting/base_data/upload_statistic': {
    zh: '每辆车每天的数据完整率。车辆上报后每小时统计。',
    en: 'How complete the data of each truck is. Counted every hour after a truck reports.',
  },
  'setting/base_data/test': {
    zh: '装车验收和检修后的设备检测。点“新建检测”开始。',
    en: 'Tests of the equipment of trucks. Choose New test.',
  },
  'setting/base_data/phone_number': {
    zh: '接收报警短信的号码。点“新增”或“导入”添加。',
    en: 'Numbers that receive alarms as text messages. Choose Add or Import.',
  },
  'setting/base_data/message_recharge': {
    zh: '短信账户的余额和充值。点“充值”后出现一行。',
    en: 'Balances and recharges of text message accounts. A row appears after a recharge.',
  },
  'setting/base_data/message_record': {
    zh: '发出的报警短信。有接收号码且报警发生后出现一行。',
    en: 'Text messages that were sent. A row appears when an alarm goes to a number.',
  },
  'setting/alarm_threshold/alarm_ding_talk': { zh: '接收报警的群机器人。点“新增”添加。', en: 'Robots of chat groups. Choose Add.' },
  'setting/alarm_threshold/notice_log': { zh: '发出报警邮件或机器人消息后出现一行。', en: 'A row appears when an alarm is sent.' },
  'setting/privilege_account/role': {
    zh: '角色决定能看哪些页面、能按哪些按钮。点“新增”添加。',
    en: 'Roles decide which screens and buttons users have. Choose Add.',
  },
  'setting/privilege_account/user': { zh: '可以登录的用户。点“新增”添加。', en: 'Users who may sign in. Choose Add.' },
}

/** The text of a report or of one of its tabs, by the path of its screen. */
export const emptyListOf = (screen: string): Text | null => (EMPTY_LISTS as Readonly<Record<string, Text>>)[screen] ?? null
