import { expect, test } from 'vitest'
import { alarmFactOf } from '../../facts/test-declared-facts.ts'
import type { Properties, Property } from '../../facts/property.ts'
import type { Text } from '../../texts/text.ts'
import { defaultThresholds } from '../../thresholds.ts'
import { ALARM } from '../alarm-code.ts'
import { ALARM_GRADES } from '../alarm-grade.ts'
import { ALARM_TYPES } from '../alarm-type.ts'
import { explainAlarm } from './explain-alarm.ts'
import type { ExplainedAlarm } from './explained.ts'

const at = Date.parse('2026-03-10T12:00:00+08:00')

const alarm = (type: number, properties: object, more: Partial<ExplainedAlarm> = {}): ExplainedAlarm => ({
  type,
  grade: 'red',
  startedAt: at,
  endedAt: null,
  insertedAt: at,
  readAt: at + 3_600_000,
  ofDay: null,
  escalatedAt: null,
  speedKmh: 0,
  remark: '',
  properties,
  thresholds: defaultThresholds,
  zone: 'Asia/Shanghai',
  ...more,
})
const inBoth = (texts: readonly Text[]) => ({ zh: texts.map(({ zh }) => zh), en: texts.map(({ en }) => en) })

/** Values of every property; `word` picks among words, `known` leaves out what may be missing. */
const valuesOf = (properties: Properties, word: number, known: boolean): object =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      !known && property.isOptional ? [] : [[name, !known && property.isNullable ? null : valueOf(property, word, known)]],
    ),
  )

function valueOf({ kind, unit, words, items }: Property, word: number, known: boolean): unknown {
  switch (kind) {
    case 'number':
      return unit === 'ms' ? at + word : unit === null ? 1 + (word % 3) : 12.345 + word
    case 'flag':
      return word % 2 === 0
    case 'text':
      return words === null ? (unit === null ? '张三' : new Date(at).toISOString()) : words[word % words.length]
    case 'place':
      return { lat: 31.3, lng: 120.6, fenceId: null, fenceName: null, speedKmh: 0, headingDeg: 0 }
    case 'group':
      return valuesOf(items ?? {}, word, known)
    case 'list':
      return items === null ? [1, 202] : [valuesOf(items, word, known), valuesOf(items, word + 1, known)]
  }
}

/** What no text of a user may have: values that were not there, and names of the code. */
const RAW = /undefined|null|NaN|\[object|[a-z][A-Z]|\b[a-z]+-[a-z]+-[a-z]+\b/
/** Latin letters that Chinese texts have: units and names of devices. */
const LATIN = /km\/h|kg\/m³|kPa|L\/min|API|ADAS|DSM|NFC|T2|m\/s²|\b[Vg]\b/g
const withoutUnits = (text: string): string => text.replaceAll(LATIN, '')
const CHINESE = /\p{Script=Han}/u
/** Names of fences, drivers and papers are Chinese in every language. */
const withoutNames = (text: string): string => text.replaceAll('张三', '')

/** The unit of one amount: what is left of "at least 5 min" without words before the number and the number. */
const unitOf = (words: string): string => {
  const [, unit] = /^(?:至少 |不足 |at least |less than )?-?\d+(?:\.\d+)?(.*)$/.exec(words) ?? []
  expect(unit, `an amount: ${words}`).toMatch(/^\D*$/)
  return unit as string
}

const types = ALARM_TYPES.map(({ code, name }) => [code, name.en] as const)
test.each(types)('[D-04] type %d, %s, is explained in both languages, with all or nothing of what its detector knows', (type) => {
  const declared = alarmFactOf(type)?.properties ?? {}
  const given = [{}, ...Array.from({ length: 12 }, (_, word) => [valuesOf(declared, word, true), valuesOf(declared, word, false)]).flat()]
  for (const properties of given)
    for (const grade of ALARM_GRADES)
      for (const escalatedAt of grade === 'black' ? [null, at + 7_200_000] : [null])
        for (const endedAt of [null, at + 90_000]) {
          const { seen, limits, grade: why } = explainAlarm(alarm(type, properties, { grade, escalatedAt, endedAt }))
          expect(seen.length).toBeGreaterThan(0)
          for (const { zh, en } of [...seen, ...limits.flatMap(({ label, value, seen: found }) => [label, value, found]), why]) {
            expect(withoutUnits(zh)).not.toMatch(RAW)
            expect(withoutUnits(en)).not.toMatch(RAW)
            expect(withoutUnits(zh)).not.toMatch(/[A-Za-z]/)
            expect(withoutNames(en)).not.toMatch(CHINESE)
          }
          for (const { zh, en } of [...seen, why]) {
            expect(zh).toMatch(/^\S.*。$/)
            expect(en).toMatch(/^[^a-z\s].*\.$/)
          }
          for (const { value, seen: found } of limits) {
            expect(unitOf(found.zh)).toBe(unitOf(value.zh))
            expect(unitOf(found.en)).toBe(unitOf(value.en))
          }
        }
})

test('[D-05] an opening with litres lost names seal, place, times, litres and why it is black', () => {
  const { seen, limits, grade } = explainAlarm(
    alarm(
      ALARM.unsealing,
      {
        compartment: 2,
        probeType: 1,
        placeKind: 'elsewhere',
        processState: 6,
        openedAt: at,
        closedAt: at + 45_000,
        count: 1,
        lossL: 120,
        movedL: 0,
        loaded: true,
        openings: [
          { compartment: 2, probeType: 1, how: 'opened', openedAt: at, closedAt: at + 45_000, sealCountBefore: 4, sealCountAfter: 5 },
        ],
        lossV20L: 119.4,
        uncertaintyL: 5.2,
        judge: 'loss',
        compartments: [
          { compartment: 2, oilCode: 92, lossL: 120, lossV20L: 119.4, uncertaintyL: 5.2, volumeBeforeL: 8000, volumeAfterL: 7880 },
        ],
      },
      { grade: 'black' },
    ),
  )
  expect(inBoth(seen)).toEqual({
    zh: [
      '2仓人孔盖在库站和停车场以外打开，重车，运输状态为在途。',
      '2026-03-10 12:00:00 打开，2026-03-10 12:00:45 关闭，历时 45秒。',
      '油量减少 119.4 升（20 ℃），计量误差 ±5.2 升，超出计量误差，确为减少。',
      '2仓92#汽油 8000 升，之后 7880 升。',
    ],
    en: [
      'Manhole cover of compartment 2 opened outside depots, stations and parking lots, the truck was loaded, the process was "in transit".',
      'Opened at 03/10/2026 12:00:00, closed at 03/10/2026 12:00:45 after 45 s.',
      '119.4 L left (at 20 °C), measured to ±5.2 L, more than the error of measurement.',
      'Compartment 2 (Gasoline 92) held 8000 L, then 7880 L.',
    ],
  })
  expect(
    inBoth(
      limits.map(({ label, value, seen: found }) => ({
        zh: `${label.zh} ${value.zh} ${found.zh}`,
        en: `${label.en} ${value.en} ${found.en}`,
      })),
    ),
  ).toEqual({
    zh: ['开启时间 5 秒 45 秒', '油量减少（达到限值升级为黑色） 50 升 119.4 升'],
    en: ['Open for 5 s 45 s', 'Litres gone; black from the limit on 50 L 119.4 L'],
  })
  expect(grade.zh).toBe('打开铅封且油量减少 119.4 升，达到 50 升，升级为黑色。')
})

const first = (type: number, properties: object, more: Partial<ExplainedAlarm> = {}): Text =>
  explainAlarm(alarm(type, properties, more)).seen[0] as Text
const whyOf = (type: number, properties: object, more: Partial<ExplainedAlarm> = {}): Text =>
  explainAlarm(alarm(type, properties, more)).grade

test('[D-30] an opening that lost nothing says nothing of litres, and litres moved to another compartment are no loss', () => {
  const { seen } = explainAlarm(
    alarm(ALARM.unsealing, {
      compartment: 1,
      probeType: 0,
      placeKind: 'park',
      loaded: true,
      lossL: 0,
      movedL: 80,
      lossV20L: 0,
      compartments: [],
    }),
  )
  expect(seen.map(({ zh }) => zh)).toEqual(['1仓API阀在停车场打开，重车。', '另有 80 升转入其他仓。'])
})

test('high loss of a leg: litres, rate, the limits it was compared with, and how certain it is', () => {
  const properties = {
    signCode: '苏A00001',
    loss: 82.5,
    startTime: at - 3_600_000,
    endTime: at,
    startArea: '苏州油库',
    endArea: '甲站',
    lossRate: 3.4567,
    highLossRateThreshold: 2,
    uncertaintyL: 6,
    judge: 'loss',
    compartments: [{ compartment: 1, oilCode: 92, lossV20L: 82.5, uncertaintyL: 6, volumeBeforeL: 24_000, volumeAfterL: 23_917.5 }],
  }
  expect(first(ALARM.highLoss, properties)).toEqual({
    zh: '途中损耗 82.5 升，从苏州油库到甲站，损耗率 3.46‰。',
    en: 'Loss of 82.5 L on the way, from 苏州油库 to 甲站, a rate of 3.46‰.',
  })
  expect(explainAlarm(alarm(ALARM.highLoss, properties)).limits.map(({ label, value, seen }) => [label.en, value.en, seen.en])).toEqual([
    ['Loss on the way', '50 L', '82.5 L'],
    ['High loss rate, gasoline', '2‰', '3.46‰'],
  ])
  expect(whyOf(ALARM.highLoss, properties, { grade: 'yellow' }).zh).toBe('部分液面未静置，减少的油量不能完全确定，定为黄色。')
})

test('unauthorised unloading, on the road and in a depot yard', () => {
  const properties = {
    compartment: 3,
    oilCode: 0,
    startVolumeL: 6000,
    endVolumeL: 5965,
    startLevelMm: 1200,
    endLevelMm: 1193.5,
    fromAt: at - 600_000,
    lossV20L: 34.8,
  }
  expect(first(ALARM.privateDischarge, properties)).toEqual({
    zh: '停车期间3仓油量减少 34.8 升，不在库站作业。',
    en: 'Compartment 3 lost 34.8 L at a stop, outside work at depots and stations.',
  })
  expect(explainAlarm(alarm(ALARM.privateDischarge, properties)).limits.map(({ label, value }) => [label.zh, value.zh])).toEqual([
    ['油量减少', '30 升'],
  ])
  const yard = { ...properties, reason: 'depot-yard' }
  expect(first(ALARM.privateDischarge, yard).zh).toBe('停车期间3仓油量减少 34.8 升，在油库内减少，不属于返库卸油。')
  expect(explainAlarm(alarm(ALARM.privateDischarge, yard)).limits.map(({ label }) => label.zh)).toEqual(['库站内油量减少'])
})

test('overspeed: speeds, the limit of the fence, and which of the two rules made it red', () => {
  const properties = {
    limitKmh: 60,
    maxKmh: 78.2,
    meanKmh: 70.1,
    distanceM: 2450,
    roadClass: 'expressway',
    speedSource: 'gps',
    deviceToo: true,
    overPct: 30.3,
    driverName: '陈海霞',
    endPlace: null,
  }
  const { seen, limits, grade } = explainAlarm(alarm(ALARM.overspeed, properties, { endedAt: at + 40_000 }))
  expect(inBoth(seen)).toEqual({
    zh: [
      '超速行驶，最高车速 78.2 km/h，限速 60 km/h，超过 30.3%。',
      '持续 40秒，行驶 2.45 公里，平均车速 70.1 km/h，道路为高速公路，车速取自卫星定位，车载设备同时上报超速。',
      '驾驶员陈海霞。',
    ],
    en: [
      'Driven too fast, up to 78.2 km/h, limit 60 km/h, 30.3% above it.',
      'For 40 s, over 2.45 km, mean 70.1 km/h, on an expressway, speed by satellite, the device reported it too.',
      'Driver 陈海霞.',
    ],
  })
  expect(limits.map(({ label, value, seen: found }) => [label.zh, value.zh, found.zh])).toEqual([
    ['当时的限速（围栏或道路）', '60 km/h', '78.2 km/h'],
    ['超速时间', '10 秒', '40 秒'],
    ['超过限速（超出限值为红色）', '20%', '30.3%'],
    ['超速时间（超出限值为红色）', '60 秒', '40 秒'],
  ])
  expect(grade.zh).toBe('超过限速 20% 以上，定为红色。')
  expect(whyOf(ALARM.overspeed, { ...properties, overPct: 5 }, { endedAt: at + 90_000 }).zh).toBe('超速持续 60 秒以上，定为红色。')
  expect(whyOf(ALARM.overspeed, properties, { grade: 'yellow' }).zh).toBe('该类报警默认为黄色。')
})

test('unloading unfinished: litres by compartment', () => {
  const { seen, limits } = explainAlarm(
    alarm(ALARM.unloadingUnfinished, {
      residualL: 1180,
      compartments: [1, 2],
      litres: [
        { compartment: 1, volumeL: 180 },
        { compartment: 2, volumeL: 1000 },
      ],
      stationFenceId: 4,
    }),
  )
  expect(inBoth(seen)).toEqual({
    zh: ['离开油站时仍有余油 1180 升，没有后续站点。', '1仓 180 升、2仓 1000 升。', '卸空并验证后自动结束。'],
    en: [
      'Left the station with a residue of 1180 L, and no further stop.',
      'Compartment 1: 180 L, compartment 2: 1000 L.',
      'It ends by itself once the truck is proven empty.',
    ],
  })
  expect(limits.map(({ label, value, seen: found }) => [label.zh, label.en, value.zh, found.zh])).toEqual([
    ['剩余油量', 'Litres left aboard', '100 升', '1180 升'],
  ])
})

test('seal break: how it was seen, counts, and why black with a load and red without', () => {
  const properties = {
    compartment: 1,
    probeType: 0,
    reason: 'count',
    sealCount: 14,
    unseenOpenings: 2,
    loaded: true,
    openings: [{ compartment: 1, probeType: 0, how: 'count', openedAt: at, closedAt: null, sealCountBefore: 12, sealCountAfter: 14 }],
  }
  const { seen } = explainAlarm(alarm(ALARM.sealBreak, properties, { grade: 'black' }))
  expect(inBoth(seen)).toEqual({
    zh: ['1仓API阀破封：铅封计数与出发时不符，其间有 2 次开启未被看到，重车。', '1仓API阀，铅封计数与出发时不符，铅封计数 12 → 14。'],
    en: [
      'Seal break at API valve of compartment 1: the seal count differs from that at the departure, 2 openings were not seen, the truck was loaded.',
      'API valve of compartment 1, the seal count differs from that at the departure, seal count 12 → 14.',
    ],
  })
  expect(whyOf(ALARM.sealBreak, properties, { grade: 'black' }).zh).toBe('重车破封，定为黑色。')
  expect(whyOf(ALARM.sealBreak, { ...properties, loaded: false }).zh).toBe('空车破封，定为红色。')
  expect(whyOf(ALARM.sealBreak, { ...properties, reason: 'counters-reset' }, { grade: 'yellow' }).zh).toBe(
    '计数重置通常是终端作业；空车发生，定为黄色。',
  )
})

test('cargo device: a gauge that is silent, and a level that jumped without loss', () => {
  const trouble = {
    compartment: 2,
    device: 'gauge',
    faultCode: 0,
    oilCode: 92,
    since: new Date(at).toISOString(),
    processState: 6,
    loaded: true,
  }
  expect(first(ALARM.cargoDevice, { ...trouble, kind: 'silent', value: 10, limit: 10, extreme: 25.4 })).toEqual({
    zh: '2仓：液位仪无数据，25.4 分钟，油品 92#汽油，重车。',
    en: 'Compartment 2: the gauge is silent, 25.4 min, product Gasoline 92, the truck was loaded.',
  })
  const jump = explainAlarm(
    alarm(
      ALARM.cargoDevice,
      { ...trouble, kind: 'level-jump', value: 260, limit: 200, extreme: 260, jumpMm: -260, jumpL: -1500 },
      { grade: 'yellow' },
    ),
  )
  expect(jump.seen.at(-1)?.zh).toBe('跳变 -260 毫米，折合 -1500 升，不计入损耗。')
  expect(jump.limits.map(({ label, value, seen }) => [label.zh, value.zh, seen.zh])).toEqual([['液位跳变', '200 毫米', '260 毫米']])
})

test('emergency, offline and working hours', () => {
  expect(first(ALARM.emergency, { trigger: 'button', loaded: true, driverName: '陈海霞' }, { grade: 'black' })).toEqual({
    zh: '驾驶员按下紧急按钮，重车，驾驶员陈海霞。',
    en: 'The emergency button was pressed, the truck was loaded, driver 陈海霞.',
  })
  expect(whyOf(ALARM.emergency, {}, { grade: 'black' }).zh).toBe('紧急报警一律为黑色。')
  const offline = { lastContactAt: at - 600_000, thresholdMin: 10, loaded: true, durationS: null }
  expect(first(ALARM.offline, offline).zh).toBe('终端离线，最后联系 2026-03-10 11:50:00，重车。')
  expect(explainAlarm(alarm(ALARM.offline, offline)).limits).toEqual([
    {
      label: { zh: '重车行驶中离线时间', en: 'Offline while driving loaded, for' },
      value: { zh: '10 分钟', en: '10 min' },
      seen: { zh: '70 分钟', en: '70 min' },
    },
  ])
  expect(whyOf(ALARM.offline, offline).en).toBe('It is red because the truck was loaded.')
  const hours = { companyName: '甲运输', driverWorkingDuration: 15_000, driver: { name: '陈海霞' } }
  expect(first(ALARM.workingHours, hours, { remark: 'continuous' })).toEqual({
    zh: '驾驶员陈海霞连续驾驶 4时10分0秒。',
    en: 'Driver 陈海霞 drove 4 h 10 min 0 s without a rest.',
  })
  expect(explainAlarm(alarm(ALARM.workingHours, hours, { remark: 'night' })).limits.map(({ label }) => label.zh)).toEqual([
    '夜间连续驾驶时长',
  ])
})

test('black because it was not handled: when, and why it was red before', () => {
  const { zh, en } = whyOf(ALARM.parkingOvertime, { loaded: true }, { grade: 'black', escalatedAt: at + 7_200_000 })
  expect(zh).toBe('重车发生，定为红色。超过 2 小时未处理，2026-03-10 14:00:00 升级为黑色。')
  expect(en).toBe('It is red because the truck was loaded. It was not handled within 2 h and became black at 03/10/2026 14:00:00.')
})

test('black by the third red alarm of a day, for types that count', () => {
  expect(whyOf(ALARM.boxDoorOutside, {}, { grade: 'black' }).zh).toBe('24 小时内铅封与货物红色报警达到 3 条，升级为黑色。')
})

test('[D-05] an overfilled compartment is compared in percent of its capacity, with the litres in words', () => {
  const properties = {
    compartment: 2,
    kind: 'over-fill',
    oilCode: 92,
    roseL: 6000,
    endVolumeL: 9900,
    planL: 9700,
    planOilCode: null,
    slipNo: null,
  }
  const { seen, limits } = explainAlarm(alarm(ALARM.abnormalLoading, properties))
  expect(seen[0]?.zh).toBe('2仓超装，油品 92#汽油，装入 6000 升，仓内 9900 升，最多 9700 升。')
  expect(limits.map(({ label, value, seen: found }) => [label.zh, value.zh, found.zh])).toEqual([['装载率', '97%', '99%']])
})

test('a box door whose closing is not noted is open only while its alarm lasts; the time is that until now or until the end', () => {
  const properties = {
    compartment: 0,
    reason: 'long-open',
    loaded: true,
    openings: [{ compartment: 0, probeType: 13, how: 'opened', openedAt: at, closedAt: null }],
  }
  const open = explainAlarm(alarm(ALARM.boxDoorOutside, properties))
  expect([open.seen[1]?.zh, open.limits[0]?.seen.zh]).toEqual(['2026-03-10 12:00:00 打开，尚未关闭。', '60 分钟'])
  const ended = explainAlarm(alarm(ALARM.boxDoorOutside, properties, { endedAt: at + 2_700_000 }))
  expect([ended.seen[1]?.zh, ended.limits[0]?.seen.zh]).toEqual([
    '2026-03-10 12:00:00 打开，报警已于 2026-03-10 12:45:00 结束。',
    '45 分钟',
  ])
})

test('overspeed names what says which road it is, and the limit of its load', () => {
  const thresholds = { ...defaultThresholds, expresswayLoadedKmh: 70 }
  const speed = { limitKmh: 70, maxKmh: 78, overPct: 11.4, roadClass: 'expressway', roadSource: 'speed', speedSource: 'gps' }
  const why = (loaded: boolean) => explainAlarm(alarm(ALARM.overspeed, { ...speed, loaded }, { thresholds }))
  expect(
    why(true)
      .seen.map(({ zh }) => zh)
      .join(''),
  ).toContain('道路为高速公路，道路类型由持续车速推断')
  expect(why(true).limits[0]?.label).toEqual({ zh: '高速公路车速（重车）', en: 'Speed on the expressway, loaded' })
  expect(why(false).limits[0]?.label.en).toBe('Speed limit then, of a fence or the road')
})

test('a condition that had lasted long enough before its alarm began was at least the limit; an alarm of one moment lasted no time', () => {
  const fault = { compartment: 1, probeType: 1, fault: 'long-dry', loaded: true }
  expect(explainAlarm(alarm(ALARM.sealFault, fault, { readAt: at + 60_000 })).limits.map(({ seen }) => seen)).toEqual([
    { zh: '至少 30 分钟', en: 'at least 30 min' },
  ])
  const speed = { limitKmh: 60, maxKmh: 78, overPct: 30, roadClass: 'other', speedSource: 'gps' }
  expect(
    explainAlarm(alarm(ALARM.overspeed, speed, { endedAt: at }))
      .seen.map(({ zh }) => zh)
      .join(),
  ).not.toContain('持续')
})

test('[D-05] an opening that is black by the count of its day names the count that made it so', () => {
  const why = (ofDay: ExplainedAlarm['ofDay']) => whyOf(ALARM.unsealing, {}, { grade: 'black', ofDay }).zh
  expect(why({ openings: 3, reds: 3 })).toBe('24 小时内第 3 次异常开启（限值 3 次），升级为黑色。')
  expect(why({ openings: 1, reds: 4 })).toBe('24 小时内第 4 条铅封与货物红色报警（限值 3 条），升级为黑色。')
  expect(why(null)).toBe('24 小时内异常开启达到 3 次，或铅封与货物红色报警达到 3 条，升级为黑色。')
})

test('values that were written when the alarm ended are not compared as if they had raised it', () => {
  const voltage = explainAlarm(alarm(ALARM.underVoltage, { volts: 27.4, limitV: 21, accOn: true }, { endedAt: at + 90_000 }))
  expect([voltage.seen[0]?.zh, voltage.limits[0]?.seen.zh]).toEqual(['车辆电源欠压，电压已恢复到 27.4 V，下限 21 V，未熄火。', '不足 21 V'])
  const water = explainAlarm(
    alarm(ALARM.water, { compartment: 5, reason: 'rise', waterMm: 0, riseMm: 0, oilCode: 95 }, { endedAt: at + 90_000 }),
  )
  expect([water.seen[0]?.zh, water.limits[0]?.seen.zh]).toEqual(['5仓测到水，油品 95#汽油。', '至少 5 毫米'])
})
