import type { Text } from '@tanker/domain/texts/text'

export const CARGO_LISTS = {
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
    en: 'Compartments not yet proven empty. They appear after unloading and leave the list when proven empty.',
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
    en: 'Covers that are open now. They appear when opened and leave the list when closed.',
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
} as const satisfies Readonly<Record<string, Text>>
