import type { DeliveryProof } from '@tanker/contract/delivery-proof'
import type { Text } from '@tanker/domain/texts/text'

/** Words of the page that proves a delivery. */
export const WORDS = {
  title: { zh: '配送损溢凭证', en: 'Proof of delivery and loss' },
  missing: { zh: '无数据', en: 'Not available' },
  plate: { zh: '车牌号', en: 'Plate' },
  organisation: { zh: '所属组织', en: 'Organisation' },
  slip: { zh: '配送单号', en: 'Slip' },
  driver: { zh: '驾驶员', en: 'Driver' },
  escort: { zh: '押运员', en: 'Escort' },
  depot: { zh: '油库', en: 'Depot' },
  stations: { zh: '油站', en: 'Stations' },
  station: { zh: '油站', en: 'Station' },
  distance: { zh: '里程', en: 'Distance' },
  loading: { zh: '装油开始', en: 'Loading began' },
  leftDepot: { zh: '离库时间', en: 'Left depot' },
  arrived: { zh: '到站时间', en: 'Arrived' },
  leftStation: { zh: '离站时间', en: 'Left station' },
  verdict: { zh: '运输损耗与判断', en: 'Transport loss and verdict' },
  unknown: { zh: '无液位数据', en: 'No gauge data' },
  notJudged: { zh: '无法判断', en: 'Cannot be judged' },
  error: { zh: '测量误差（三倍标准差）', en: 'Error of measurement (three sigma)' },
  quota: { zh: '定额', en: 'Quota' },
  over: { zh: '超耗量', en: 'Over quota' },
  basis: { zh: '依据', en: 'Basis' },
  total: { zh: '总损耗', en: 'Total loss' },
  leftOut: { zh: '未计入仓数', en: 'Compartments left out' },
  lines: { zh: '各仓明细（V20，升）', en: 'Compartments (V20, litres)' },
  compartment: { zh: '仓', en: 'Comp.' },
  product: { zh: '油品', en: 'Product' },
  loadedL: { zh: '装油', en: 'Loaded' },
  arrivedL: { zh: '到站', en: 'Arrived' },
  unloadedL: { zh: '卸油', en: 'Unloaded' },
  ticketL: { zh: '付油单', en: 'Ticket' },
  stationL: { zh: '站罐收油', en: 'Station in' },
  loss: { zh: '损耗', en: 'Loss' },
  curve: { zh: '油量曲线', en: 'Curves' },
  slips: { zh: '配送单', en: 'Delivery slips' },
  planned: { zh: '计划时间', en: 'Planned' },
  customer: { zh: '客户', en: 'Customer' },
  plannedL: { zh: '计划量 V20 (L)', en: 'Planned V20 (L)' },
  tickets: { zh: '油库付油单', en: 'Meter tickets of the depot' },
  ticket: { zh: '付油单号', en: 'Ticket' },
  loadedAt: { zh: '付油时间', en: 'Loaded at' },
  volume: { zh: '视体积 (L)', en: 'Volume (L)' },
  v20: { zh: '标准体积 V20 (L)', en: 'V20 (L)' },
  gauges: { zh: '油站液位仪收油', en: 'Gauges of the station' },
  gauge: { zh: '卸油编号', en: 'Number' },
  tank: { zh: '油罐号', en: 'Tank' },
  from: { zh: '开始', en: 'From' },
  to: { zh: '结束', en: 'To' },
  received: { zh: '收油 V20 (L)', en: 'Received V20 (L)' },
  ledger: { zh: '油量台账', en: 'Litre ledger' },
  at: { zh: '时间', en: 'Time' },
  entry: { zh: '项目', en: 'Entry' },
  balance: { zh: '结存 V20 (L)', en: 'Balance V20 (L)' },
  alarms: { zh: '行程内报警', en: 'Alarms of the trip' },
  alarm: { zh: '报警类型', en: 'Alarm' },
  grade: { zh: '等级', en: 'Grade' },
  handled: { zh: '处理', en: 'Handled' },
  unhandled: { zh: '未处理', en: 'Unhandled' },
  result: { zh: '处理结果', en: 'Result' },
  confirm: { zh: '确认状态', en: 'Confirmation' },
  more: { zh: '记录过多，部分台账或报警未列出。', en: 'There are more ledger entries or alarms than are listed here.' },
  madeBy: { zh: '打印人', en: 'Printed by' },
} as const satisfies Readonly<Record<string, Text>>

const JUDGED = { loss: { zh: '损耗', en: 'Loss' }, gain: { zh: '溢余', en: 'Gain' } } as const
const WITHIN_ERROR = { zh: '误差范围内', en: 'Within the error of measurement' } as const

/** What the two readings of the truck say, in view of what they can be wrong. */
export const judgeText = (judge: NonNullable<DeliveryProof['judge']>): Text =>
  judge === 'loss' || judge === 'gain' ? JUDGED[judge] : WITHIN_ERROR

export const BASIS_TEXTS: Readonly<Record<NonNullable<DeliveryProof['basis']>, Text>> = {
  'truck-truck': { zh: '车—车', en: 'Truck to truck' },
  'ticket-truck': { zh: '付油单—车', en: 'Ticket to truck' },
  'truck-station': { zh: '车—站罐', en: 'Truck to station' },
  'ticket-station': { zh: '付油单—站罐', en: 'Ticket to station' },
}
