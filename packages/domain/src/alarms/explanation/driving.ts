import {
  curveSpeedingFact,
  deviceOverspeedFact,
  emergencyFact,
  harshDrivingFact,
  offlineFact,
  overspeedFact,
  type ROAD_SOURCES,
  parkingOvertimeFact,
  safetyEventFact,
  workingHoursFact,
} from '../../facts/driving-facts.ts'
import { stored, type ValueIn } from '../../facts/stored-properties.ts'
import type { Text } from '../../texts/text.ts'
import type { ThresholdName } from '../../thresholds.ts'
import { ALARM } from '../alarm-code.ts'
import { alarmType } from '../alarm-type.ts'
import { BY_LOAD, type Explain, type ExplainedAlarm, lastedS, sinceS } from './explained.ts'
import { heldFor, type Limit, limit } from './limits.ts'
import { amount, lasting, loadText, maybe, moment, type Phrase, rounded, sentence, sentences, wordOf } from './phrases.ts'

const driverText = (name: string | null): Phrase =>
  maybe(name, (driver) => (driver === '' ? null : { zh: `驾驶员${driver}`, en: `driver ${driver}` }))

type RoadSource = (typeof ROAD_SOURCES)[number]

const ROADS: Readonly<
  Record<
    NonNullable<ValueIn<typeof overspeedFact, 'roadClass'>>,
    { readonly text: Text; readonly thresholds: readonly ThresholdName[]; readonly loaded: readonly ThresholdName[] }
  >
> = {
  expressway: { text: { zh: '高速公路', en: 'an expressway' }, thresholds: ['expresswayKmh'], loaded: ['expresswayLoadedKmh'] },
  other: { text: { zh: '其他道路', en: 'another road' }, thresholds: ['otherRoadKmh'], loaded: ['otherRoadLoadedKmh'] },
  yard: { text: { zh: '厂区（围栏内）', en: 'a yard' }, thresholds: [], loaded: [] },
}
const ROAD_SOURCE_TEXTS: Readonly<Record<RoadSource, Text>> = {
  map: { zh: '道路类型取自地图', en: 'the road by the map' },
  corridor: { zh: '道路类型取自路线围栏', en: 'the road by a corridor' },
  fence: { zh: '道路类型取自围栏', en: 'the road by a fence' },
  speed: { zh: '道路类型由持续车速推断', en: 'the road by sustained speed' },
}
const SOURCES: Readonly<Record<ValueIn<typeof overspeedFact, 'speedSource'>, Text>> = {
  gps: { zh: '车速取自卫星定位', en: 'speed by satellite' },
  device: { zh: '车速取自车载设备', en: 'speed by the device' },
}

/** The limit that counted: that of the road, or a lower one of a fence. */
function speedLimit(
  alarm: ExplainedAlarm,
  roadClass: string | null,
  loaded: boolean | null,
  limitKmh: number | null,
  maxKmh: number | null,
): Limit[] {
  if (limitKmh === null || maxKmh === null) return []
  const road = roadClass === null ? undefined : ROADS[roadClass as keyof typeof ROADS]
  const names: readonly ThresholdName[] = [...(road?.thresholds ?? []), ...(loaded ? (road?.loaded ?? []) : []), 'overspeedKmh']
  const name = names.find((one) => limitKmh === alarm.thresholds[one])
  if (name !== undefined) return limit(alarm.thresholds, name, maxKmh, limitKmh)
  return [
    {
      label: { zh: '当时的限速（围栏或道路）', en: 'Speed limit then, of a fence or the road' },
      value: amount(limitKmh, 'kmh'),
      seen: amount(maxKmh, 'kmh'),
    },
  ]
}

export const explainOverspeed: Explain = (alarm) => {
  const { thresholds } = alarm
  const isDevice = alarm.type === ALARM.deviceOverspeed
  const said = stored(alarm.properties, overspeedFact, deviceOverspeedFact)
  const ours = stored(alarm.properties, overspeedFact)
  const [maxKmh, limitKmh, overPct, roadClass] = [
    said.number('maxKmh'),
    said.number('limitKmh'),
    said.number('overPct'),
    said.text('roadClass'),
  ]
  const seconds = lastedS(alarm)
  const far = overPct !== null && overPct > thresholds.overspeedRedPercent
  return {
    seen: [
      sentence(
        isDevice ? { zh: '车载设备上报超速', en: 'the device on the truck reported overspeed' } : { zh: '超速行驶', en: 'driven too fast' },
        maybe(maxKmh, (speed) => ({ zh: `最高车速 ${amount(speed, 'kmh').zh}`, en: `up to ${amount(speed, 'kmh').en}` })),
        maybe(limitKmh, (speed) => ({ zh: `限速 ${amount(speed, 'kmh').zh}`, en: `limit ${amount(speed, 'kmh').en}` })),
        maybe(overPct, (percent) => (percent > 0 ? { zh: `超过 ${rounded(percent, 1)}%`, en: `${rounded(percent, 1)}% above it` } : null)),
      ),
      ...sentences(
        maybe(seconds, (time) => ({ zh: `持续 ${lasting(time).zh}`, en: `for ${lasting(time).en}` })),
        maybe(said.number('distanceM'), (metres) => ({
          zh: `行驶 ${rounded(metres / 1000)} 公里`,
          en: `over ${rounded(metres / 1000)} km`,
        })),
        maybe(said.number('meanKmh'), (speed) => ({
          zh: `平均车速 ${amount(speed, 'kmh', 1).zh}`,
          en: `mean ${amount(speed, 'kmh', 1).en}`,
        })),
        wordOf(ROADS_TEXT, roadClass),
        wordOf(ROAD_SOURCE_TEXTS, said.text('roadSource')),
        wordOf(SOURCES, said.text('speedSource')),
        ours.flag('deviceToo') === true ? { zh: '车载设备同时上报超速', en: 'the device reported it too' } : null,
      ),
      ...sentences(driverText(said.text('driverName'))),
    ],
    limits: [
      ...speedLimit(alarm, roadClass, said.flag('loaded'), limitKmh, maxKmh),
      ...(isDevice ? [] : heldFor(thresholds, 'overspeedS', sinceS(alarm, alarm.startedAt))),
      ...(isDevice ? [] : limit(thresholds, 'overspeedRedPercent', overPct)),
      ...(isDevice || seconds === null ? [] : limit(thresholds, 'overspeedRedS', seconds)),
    ],
    grades: {
      red: far
        ? {
            zh: `超过限速 ${thresholds.overspeedRedPercent}% 以上，定为红色。`,
            en: `It is red because the speed was more than ${thresholds.overspeedRedPercent}% above the limit.`,
          }
        : {
            zh: `超速持续 ${thresholds.overspeedRedS} 秒以上，定为红色。`,
            en: `It is red because it lasted for more than ${thresholds.overspeedRedS} s.`,
          },
    },
  }
}

const ROADS_TEXT: Readonly<Record<string, Text>> = Object.fromEntries(
  Object.entries(ROADS).map(([road, { text }]) => [road, { zh: `道路为${text.zh}`, en: `on ${text.en}` }]),
)

export const explainParking: Explain = (alarm) => {
  const said = stored(alarm.properties, parkingOvertimeFact)
  const [stoppedAt, thresholdMin, loaded] = [said.number('stoppedAt'), said.number('thresholdMin'), said.flag('loaded')]
  const seconds = said.number('durationS')
  return {
    seen: [
      sentence(
        { zh: '在库站、停车场以外停车超时', en: 'parked too long outside depots, stations and parking lots' },
        maybe(stoppedAt, (at) => ({ zh: `${moment(at, alarm.zone).zh} 停车`, en: `standing since ${moment(at, alarm.zone).en}` })),
        loadText(loaded),
        said.flag('accOn') === true ? { zh: '未熄火', en: 'ignition on' } : null,
      ),
      ...sentences(maybe(seconds, (time) => ({ zh: `共停车 ${lasting(time).zh}`, en: `it stood for ${lasting(time).en}` }))),
    ],
    limits:
      thresholdMin === null
        ? []
        : heldFor(
            alarm.thresholds,
            loaded === true ? 'parkingLoadedMin' : 'parkingEmptyMin',
            seconds ?? (stoppedAt === null ? null : sinceS(alarm, stoppedAt)),
            thresholdMin,
          ),
    grades: BY_LOAD,
  }
}

export const explainOffline: Explain = (alarm) => {
  const said = stored(alarm.properties, offlineFact)
  const [lastContactAt, thresholdMin, loaded, seconds] = [
    said.number('lastContactAt'),
    said.number('thresholdMin'),
    said.flag('loaded'),
    said.number('durationS'),
  ]
  const isShort = loaded === true && thresholdMin === alarm.thresholds.offlineLoadedMovingMin
  return {
    seen: [
      sentence(
        { zh: '终端离线', en: 'the terminal is offline' },
        maybe(lastContactAt, (at) => ({ zh: `最后联系 ${moment(at, alarm.zone).zh}`, en: `last contact ${moment(at, alarm.zone).en}` })),
        loadText(loaded),
      ),
      ...sentences(maybe(seconds, (time) => ({ zh: `离线 ${lasting(time).zh}后恢复`, en: `back after ${lasting(time).en}` }))),
    ],
    limits:
      thresholdMin === null
        ? []
        : heldFor(
            alarm.thresholds,
            isShort ? 'offlineLoadedMovingMin' : 'offlineMin',
            seconds ?? (lastContactAt === null ? null : sinceS(alarm, lastContactAt)),
            thresholdMin,
          ),
    grades: BY_LOAD,
  }
}

type Hours = { readonly text: Text; readonly threshold: ThresholdName }
/** By the remark of the alarm. */
const HOURS: Readonly<Record<string, Hours>> = {
  continuous: { text: { zh: '连续驾驶', en: 'without a rest' }, threshold: 'drivingHours' },
  night: { text: { zh: '夜间连续驾驶', en: 'at night without a rest' }, threshold: 'drivingNightHours' },
  day: { text: { zh: '24 小时内累计驾驶', en: 'within 24 hours' }, threshold: 'drivingDayHours' },
}
const SOME_HOURS: Hours = { text: { zh: '驾驶', en: 'too long' }, threshold: 'drivingHours' }

export const explainWorkingHours: Explain = (alarm) => {
  const { thresholds } = alarm
  const said = stored(alarm.properties, workingHoursFact)
  const seconds = said.number('driverWorkingDuration')
  const { text, threshold } = HOURS[alarm.remark] ?? SOME_HOURS
  const name = said.rows('driver')[0]?.text('name') ?? ''
  const time = maybe(seconds, lasting)
  return {
    seen: [
      sentence({
        zh: `驾驶员${name}${text.zh}${time === null ? '超时' : ` ${time.zh}`}`,
        en: `${name === '' ? 'the driver' : `driver ${name}`} drove${time === null ? '' : ` ${time.en}`} ${text.en}`,
      }),
      {
        zh: `停车满 ${thresholds.restMin} 分钟才算休息。`,
        en: `Only a stop of ${thresholds.restMin} min counts as a rest.`,
      },
    ],
    limits: limit(thresholds, threshold, seconds === null ? null : seconds / 3_600),
    grades: { red: { zh: '超时驾驶，定为红色。', en: 'It is red because the driver drove longer than allowed.' } },
  }
}

const TRIGGERS: Readonly<Record<ValueIn<typeof emergencyFact, 'trigger'>, Text>> = {
  button: { zh: '驾驶员按下紧急按钮', en: 'the emergency button was pressed' },
  collision: { zh: '检测到碰撞', en: 'a collision was detected' },
  'roll-over': { zh: '检测到侧翻', en: 'a roll-over was detected' },
}

export const explainEmergency: Explain = (alarm) => {
  const said = stored(alarm.properties, emergencyFact)
  return {
    seen: [
      sentence(
        wordOf(TRIGGERS, said.text('trigger')) ?? { zh: '终端上报紧急报警', en: 'the terminal reported an emergency' },
        loadText(said.flag('loaded')),
        driverText(said.text('driverName')),
      ),
    ],
    limits: [],
    grades: { black: { zh: '紧急报警一律为黑色。', en: 'Emergencies are always black.' } },
  }
}

export const explainSafety: Explain = (alarm) => {
  const said = stored(alarm.properties, safetyEventFact(alarm.type))
  const name = alarmType(alarm.type)?.name ?? { zh: '主动安全', en: 'active safety' }
  const count = said.number('count')
  return {
    seen: [
      sentence(
        { zh: `车载设备报警：${name.zh}`, en: `the device on the truck reported: ${name.en}` },
        maybe(count, (times) => (times > 1 ? { zh: `${times} 次`, en: `${times} times` } : null)),
        maybe(alarm.speedKmh, (speed) => ({ zh: `车速 ${amount(speed, 'kmh', 0).zh}`, en: `at ${amount(speed, 'kmh', 0).en}` })),
        driverText(said.text('driverName')),
      ),
      ...sentences(
        maybe(said.number('attachments'), (files) =>
          files > 0 ? { zh: `设备上有 ${files} 个照片或视频`, en: `${files} pictures or videos are on the device` } : null,
        ),
      ),
    ],
    limits: count === null || count < 2 ? [] : limit(alarm.thresholds, 'safetyMergeS', 'below'),
    grades: {
      red: { zh: '设备判为二级，或该类报警为红色。', en: 'The device reported level 2, or this type is red.' },
      yellow: { zh: '设备判为一级，或该类报警为黄色。', en: 'The device reported level 1, or this type is yellow.' },
    },
  }
}

const HARSH: Readonly<Record<ValueIn<typeof harshDrivingFact, 'kind'>, { readonly text: Text; readonly threshold: ThresholdName }>> = {
  acceleration: { text: { zh: '急加速', en: 'harsh acceleration' }, threshold: 'harshAccelerationMs2' },
  braking: { text: { zh: '急减速', en: 'harsh braking' }, threshold: 'harshBrakingMs2' },
}

export const explainHarshDriving: Explain = (alarm) => {
  const said = stored(alarm.properties, harshDrivingFact)
  const { text, threshold } = HARSH[said.text('kind') === 'acceleration' ? 'acceleration' : 'braking']
  const [peakMs2, fromKmh, toKmh] = [said.number('peakMs2'), said.number('fromKmh'), said.number('toKmh')]
  return {
    seen: [
      sentence(
        text,
        fromKmh === null || toKmh === null
          ? null
          : {
              zh: `车速从 ${rounded(fromKmh, 0)} 变为 ${amount(toKmh, 'kmh', 0).zh}`,
              en: `from ${rounded(fromKmh, 0)} to ${amount(toKmh, 'kmh', 0).en}`,
            },
        maybe(said.number('durationS'), (time) => ({ zh: `用时 ${amount(time, 's', 1).zh}`, en: `in ${amount(time, 's', 1).en}` })),
        loadText(said.flag('loaded')),
        driverText(said.text('driverName')),
      ),
      ...sentences(
        maybe(said.number('count'), (times) =>
          times > 1 ? { zh: `短时间内共 ${times} 次`, en: `${times} times within a short time` } : null,
        ),
      ),
    ],
    limits: limit(alarm.thresholds, threshold, peakMs2),
    grades: {},
  }
}

export const explainCurveSpeeding: Explain = (alarm) => {
  const said = stored(alarm.properties, curveSpeedingFact)
  const [lateralG, limitG, radiusM, safeKmh] = [
    said.number('lateralG'),
    said.number('limitG'),
    said.number('radiusM'),
    said.number('safeKmh'),
  ]
  return {
    seen: [
      sentence(
        { zh: '弯道车速过快', en: 'the curve was taken too fast' },
        maybe(said.number('maxKmh'), (speed) => ({ zh: `车速 ${amount(speed, 'kmh', 0).zh}`, en: `at ${amount(speed, 'kmh', 0).en}` })),
        maybe(safeKmh, (speed) => ({ zh: `安全车速 ${amount(speed, 'kmh', 0).zh}`, en: `${amount(speed, 'kmh', 0).en} would be safe` })),
        maybe(radiusM, (metres) => ({ zh: `弯道半径 ${amount(metres, 'm', 0).zh}`, en: `radius ${amount(metres, 'm', 0).en}` })),
      ),
      ...sentences(
        maybe(said.number('fillPercent'), (percent) => ({
          zh: `充装 ${amount(percent, 'percent', 0).zh}`,
          en: `filled to ${amount(percent, 'percent', 0).en}`,
        })),
        driverText(said.text('driverName')),
      ),
    ],
    limits: [
      ...(limitG === null || lateralG === null
        ? []
        : [
            {
              label: { zh: '横向加速度', en: 'Lateral acceleration' },
              value: amount(limitG, 'g'),
              seen: amount(lateralG, 'g'),
            },
          ]),
      ...limit(alarm.thresholds, 'curveRedG', lateralG),
    ],
    grades: {
      red: {
        zh: `横向加速度达到 ${alarm.thresholds.curveRedG} g，接近侧翻，定为红色。`,
        en: `It is red because ${alarm.thresholds.curveRedG} g to the side is close to a roll-over.`,
      },
    },
  }
}

/** Types that say no more than their name, because no detector of ours judges them. */
const PLAIN: Readonly<Record<number, Text>> = {
  [ALARM.routeDeviation]: { zh: '车辆偏离规定路线。', en: 'The truck left its route.' },
  [ALARM.heartbeatTimeout]: { zh: '终端未按时发送心跳。', en: 'The terminal did not send its heartbeat in time.' },
}

export const explainPlain: Explain = ({ type }) => {
  const name = alarmType(type)?.name ?? { zh: '未知类型的报警', en: 'Alarm of an unknown type' }
  return { seen: [PLAIN[type] ?? sentence(name)], limits: [], grades: {} }
}
