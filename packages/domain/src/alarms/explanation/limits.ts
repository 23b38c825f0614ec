import type { Text } from '../../texts/text.ts'
import { THRESHOLD_GROUPS, type ThresholdName, type Thresholds } from '../../thresholds.ts'
import type { Threshold } from '../../thresholds/threshold.ts'
import { amount, type Unit } from './phrases.ts'

/** What was compared: a limit, its value, and what was seen, both in the same unit. */
export type Limit = { readonly label: Text; readonly value: Text; readonly seen: Text }

/** Of a condition whose value the alarm does not name: it was at least the limit, or below it. */
type Side = 'reached' | 'below'

const DECLARED = new Map(THRESHOLD_GROUPS.flatMap(({ thresholds }) => Object.values<Threshold>(thresholds).map((one) => [one.key, one])))

/** What is compared, where the name of the threshold says something else than what was measured. */
const LABELS: Readonly<Partial<Record<ThresholdName, Text>>> = {
  blackLossL: { zh: '油量减少（达到限值升级为黑色）', en: 'Litres gone; black from the limit on' },
  unsealingMinS: { zh: '开启时间', en: 'Open for' },
  boxDoorMinS: { zh: '箱门开启时间', en: 'Box door open for' },
  boxDoorKmh: { zh: '箱门未关时车速', en: 'Speed with the box door open' },
  highLossL: { zh: '途中损耗', en: 'Loss on the way' },
  highLossStopL: { zh: '单次停车损耗', en: 'Loss at one stop' },
  dischargeL: { zh: '油量减少', en: 'Litres gone' },
  yardFallL: { zh: '库站内油量减少', en: 'Litres gone in the yard' },
  loadedL: { zh: '剩余油量', en: 'Litres left aboard' },
  residualL: { zh: '余油', en: 'Residue' },
  residueGoneL: { zh: '站外流失的余油', en: 'Residue lost outside a station' },
  emptyProofS: { zh: '排空用时', en: 'Emptied for' },
  valveReopenedHours: { zh: '排空后再开阀的间隔', en: 'Time from emptying to the reopening' },
  abnormalLoadingL: { zh: '装入油量', en: 'Litres loaded' },
  densityDiffersKgM3: { zh: '密度偏差', en: 'Difference in density' },
  waterS: { zh: '测到水的时间', en: 'Water seen for' },
  waterMm: { zh: '水位', en: 'Water level' },
  waterRiseMm: { zh: '水位上升', en: 'Rise of the water' },
  chatterPerMin: { zh: '探头跳变次数', en: 'Changes of the probe' },
  longWetMin: { zh: '持续为湿', en: 'Wet for' },
  longDryMin: { zh: '持续为干', en: 'Dry for' },
  apiThresholdMin: { zh: '传感值停在阈值与零点之间', en: 'Between gate and zero for' },
  restartGapMin: { zh: '重启前无数据', en: 'Silence before the restart' },
  stormAlarms: { zh: '报警条数', en: 'Alarms' },
  gaugeStuckMm: { zh: '液位波动', en: 'Movement of the level' },
  gaugeHottestC: { zh: '传感器温度（上限）', en: 'Temperature of the sensor (highest)' },
  gaugeColdestC: { zh: '传感器温度（下限）', en: 'Temperature of the sensor (lowest)' },
  pressureHighKPa: { zh: '罐内压力（上限）', en: 'Pressure in the tank (highest)' },
  pressureLowKPa: { zh: '罐内压力（下限）', en: 'Pressure in the tank (lowest)' },
  cabinetHotC: { zh: '机柜温度（上限）', en: 'Temperature of the cabinet (highest)' },
  cabinetColdC: { zh: '机柜温度（下限）', en: 'Temperature of the cabinet (lowest)' },
  cabinetHumidPercent: { zh: '机柜湿度（上限）', en: 'Humidity of the cabinet (highest)' },
  cabinetDryPercent: { zh: '机柜湿度（下限）', en: 'Humidity of the cabinet (lowest)' },
  underVoltageHighV: { zh: '电源电压（24 V 车）', en: 'Voltage, 24 V truck' },
  underVoltageLowV: { zh: '电源电压（12 V 车）', en: 'Voltage, 12 V truck' },
  calmTiltDeg: { zh: '停车倾斜', en: 'Tilt of the standing truck' },
  overfillPercent: { zh: '装载率', en: 'Filled to' },
  volumeDisagreesL: { zh: '主机与平台体积差', en: 'Difference of console and platform' },
  fenceEdgeM: { zh: '距围栏', en: 'Distance from the fence' },
  powerCutS: { zh: '断电时间', en: 'Power cut for' },
  powerCutM: { zh: '断电期间移动', en: 'Moved while cut off' },
  parkingLoadedMin: { zh: '重车停车时间', en: 'Parked, loaded, for' },
  parkingEmptyMin: { zh: '空车停车时间', en: 'Parked, empty, for' },
  offlineMin: { zh: '离线时间', en: 'Offline for' },
  offlineLoadedMovingMin: { zh: '重车行驶中离线时间', en: 'Offline while driving loaded, for' },
  overspeedKmh: { zh: '车速', en: 'Speed' },
  harshAccelerationMs2: { zh: '加速度', en: 'Acceleration' },
  harshBrakingMs2: { zh: '减速度', en: 'Braking' },
  curveRedG: { zh: '横向加速度（达到限值为红色）', en: 'Lateral acceleration; red from the limit on' },
  expresswayKmh: { zh: '高速公路车速', en: 'Speed on the expressway' },
  expresswayLoadedKmh: { zh: '高速公路车速（重车）', en: 'Speed on the expressway, loaded' },
  otherRoadLoadedKmh: { zh: '其他道路车速（重车）', en: 'Speed on another road, loaded' },
  otherRoadKmh: { zh: '其他道路车速', en: 'Speed on another road' },
  overspeedRedPercent: { zh: '超过限速（超出限值为红色）', en: 'Above the speed limit; red beyond the limit' },
  overspeedRedS: { zh: '超速时间（超出限值为红色）', en: 'Overspeed for; red beyond the limit' },
  overspeedS: { zh: '超速时间', en: 'Overspeed for' },
  safetyMergeS: { zh: '与前一次的间隔', en: 'Time after the one before' },
}

const SECONDS_IN: Readonly<Partial<Record<Unit, number>>> = { s: 1, min: 60, h: 3_600 }

const sideText = ({ zh, en }: Text, side: Side): Text =>
  side === 'reached' ? { zh: `至少 ${zh}`, en: `at least ${en}` } : { zh: `不足 ${zh}`, en: `less than ${en}` }

/**
 * A threshold with what was seen in its unit, as a list of one; empty where nothing was seen.
 * @param value the limit that the alarm itself names; without it that of the truck's thresholds
 */
export function limit(thresholds: Thresholds, name: ThresholdName, seen: number | Side | null, value: number | null = null): Limit[] {
  const declared = DECLARED.get(name)
  if (seen === null || declared === undefined) return []
  const digits = declared.unit in SECONDS_IN ? 1 : 2
  const compared = amount(value ?? thresholds[name], declared.unit)
  return [
    {
      label: LABELS[name] ?? declared.label,
      value: compared,
      seen: typeof seen === 'number' ? amount(seen, declared.unit, digits) : sideText(compared, seen),
    },
  ]
}

/**
 * A threshold of time that must pass before there is an alarm, with the seconds that did. Where these are not known, or the alarm began
 * only when the time was over, it was at least the limit.
 */
export function heldFor(thresholds: Thresholds, name: ThresholdName, seconds: number | null, value: number | null = null): Limit[] {
  const passed = seconds === null ? null : seconds / (SECONDS_IN[DECLARED.get(name)?.unit ?? 's'] ?? 1)
  return limit(thresholds, name, passed === null || passed < (value ?? thresholds[name]) ? 'reached' : passed, value)
}
