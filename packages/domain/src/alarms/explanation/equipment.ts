import {
  cargoDeviceFact,
  climateAlarmFact,
  consoleFaultFact,
  fenceEdgeFact,
  type GaugeTrouble,
  powerCutAlarmFact,
  pressureAlarmFact,
  shutdownAlarmFact,
  stormAlarmFact,
  terminalIdentityFact,
  terminalInterruptedFact,
  underVoltageFact,
} from '../../facts/equipment-facts.ts'
import { CONSOLE_FAULT_TEXTS } from '../../devices/console-fault.ts'
import { stored, type ValueIn } from '../../facts/stored-properties.ts'
import { productName } from '../../products/product-name.ts'
import type { Text } from '../../texts/text.ts'
import type { ThresholdName } from '../../thresholds.ts'
import { alarmType } from '../alarm-type.ts'
import { BY_LOAD, type Explain, lastedS, sinceS } from './explained.ts'
import { heldFor, limit } from './limits.ts'
import {
  amount,
  compartmentText,
  lasting,
  listed,
  litres,
  loadText,
  maybe,
  moment,
  type Phrase,
  sentence,
  sentences,
  type Unit,
  wordOf,
} from './phrases.ts'

export const explainPowerCut: Explain = (alarm) => {
  const said = stored(alarm.properties, powerCutAlarmFact)
  const [seconds, metres] = [said.number('durationS') ?? lastedS(alarm), said.number('distanceM')]
  return {
    seen: [
      sentence(
        { zh: '主电源断开', en: 'the power supply was cut' },
        maybe(seconds, (time) => ({ zh: `持续 ${lasting(time).zh}`, en: `for ${lasting(time).en}` })),
        maybe(metres, (distance) =>
          distance > 0
            ? { zh: `断电期间移动 ${amount(distance, 'm', 0).zh}`, en: `the truck moved ${amount(distance, 'm', 0).en} without it` }
            : null,
        ),
        maybe(said.number('lowestV'), (volts) => ({
          zh: `最低电压 ${amount(volts, 'v').zh}`,
          en: `lowest voltage ${amount(volts, 'v').en}`,
        })),
        loadText(said.flag('loaded')),
      ),
    ],
    limits: [...limit(alarm.thresholds, 'powerCutS', seconds), ...limit(alarm.thresholds, 'powerCutM', metres)],
    grades: BY_LOAD,
  }
}

/** Batteries of 24 V trucks have limits above this. */
const HIGH_FROM_V = 15

export const explainUnderVoltage: Explain = (alarm) => {
  const said = stored(alarm.properties, underVoltageFact)
  const [volts, limitV] = [said.number('volts'), said.number('limitV')]
  // An alarm that has ended has the voltage with which it did.
  const isBack = volts !== null && limitV !== null && volts >= limitV
  const name: ThresholdName = limitV !== null && limitV < HIGH_FROM_V ? 'underVoltageLowV' : 'underVoltageHighV'
  return {
    seen: [
      sentence(
        { zh: '车辆电源欠压', en: "the truck's supply is low" },
        maybe(volts, (value) =>
          isBack
            ? { zh: `电压已恢复到 ${amount(value, 'v').zh}`, en: `back at ${amount(value, 'v').en}` }
            : { zh: `电压 ${amount(value, 'v').zh}`, en: amount(value, 'v').en },
        ),
        maybe(limitV, (value) => ({ zh: `下限 ${amount(value, 'v').zh}`, en: `limit ${amount(value, 'v').en}` })),
        maybe(said.flag('accOn'), (on) => (on ? { zh: '未熄火', en: 'ignition on' } : { zh: '已熄火', en: 'ignition off' })),
      ),
    ],
    limits: [
      ...limit(alarm.thresholds, name, limitV === null ? null : isBack ? 'below' : volts, limitV),
      ...heldFor(alarm.thresholds, 'underVoltageS', sinceS(alarm, alarm.startedAt)),
    ],
    grades: {},
  }
}

export const explainConsoleFault: Explain = (alarm) => {
  const said = stored(alarm.properties, consoleFaultFact)
  const name = wordOf(CONSOLE_FAULT_TEXTS, said.text('fault'))
  return {
    seen: [
      sentence(
        { zh: '终端上报设备故障', en: 'the terminal reported a fault' },
        maybe(name, ({ zh, en }) => ({ zh, en: en.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()) })),
        loadText(said.flag('loaded')),
      ),
    ],
    limits: heldFor(alarm.thresholds, 'consoleFaultS', sinceS(alarm, alarm.startedAt)),
    grades: {},
  }
}

const MACHINES: Readonly<Record<ValueIn<typeof shutdownAlarmFact, 'device'>, Text>> = {
  console: { zh: '主机', en: 'console' },
  controller: { zh: '控制器', en: 'controller' },
}

export const explainShutdown: Explain = (alarm) => {
  const said = stored(alarm.properties, shutdownAlarmFact)
  const machine = wordOf(MACHINES, said.text('device')) ?? MACHINES.console
  return {
    seen: [
      sentence(
        { zh: `${machine.zh}关机`, en: `the ${machine.en} was shut down` },
        maybe(said.flag('announced'), (is) =>
          is
            ? { zh: '关机前已上报', en: 'announced beforehand' }
            : { zh: '没有上报，由重启得知', en: 'not announced, known by the restart alone' },
        ),
        loadText(said.flag('loaded')),
      ),
    ],
    limits: said.flag('announced') === false ? limit(alarm.thresholds, 'restartGapMin', 'reached') : [],
    grades: BY_LOAD,
  }
}

export const explainInterrupted: Explain = (alarm) => ({
  seen: [
    sentence(
      { zh: '终端在线，但主机没有上报液位和铅封数据', en: 'the terminal is connected, but the console sends neither levels nor seals' },
      loadText(stored(alarm.properties, terminalInterruptedFact).flag('loaded')),
    ),
  ],
  limits: heldFor(alarm.thresholds, 'consoleSilentMin', sinceS(alarm, alarm.startedAt)),
  grades: { red: { zh: '此间货物无人看管，定为红色。', en: 'It is red because nothing watches the cargo.' } },
})

/** Types of a storm that are named. */
const MAX_NAMED_TYPES = 6

export const explainStorm: Explain = (alarm) => {
  const { thresholds } = alarm
  const { properties } = alarm
  const said = stored(properties, stormAlarmFact)
  const count = said.number('count')
  const names = said
    .numbers('types')
    .slice(0, MAX_NAMED_TYPES)
    .flatMap((code) => alarmType(code)?.name ?? [])
  return {
    seen: [
      sentence(
        { zh: `${thresholds.stormMin} 分钟内报警过多`, en: `too many alarms within ${thresholds.stormMin} min` },
        maybe(count, (alarms) => ({ zh: `共 ${alarms} 条`, en: `${alarms} in all` })),
        names.length === 0 ? null : { zh: `类型有${listed(names).zh}`, en: `of the types ${listed(names).en}` },
        loadText(said.flag('loaded')),
      ),
      { zh: '期间的其他报警只记录，不弹窗。', en: 'The other alarms of this time are recorded without a pop-up.' },
    ],
    limits: limit(thresholds, 'stormAlarms', count),
    grades: {},
  }
}

type TroubleWords = {
  readonly text: Text
  readonly threshold: ThresholdName
  /** Of values below zero. */
  readonly below?: ThresholdName
  /** Of what was seen, in the unit of the threshold; without one the condition has lasted long enough. */
  readonly unit: Unit | null
  readonly isRed?: true
}

const TROUBLES: Readonly<Record<GaugeTrouble, TroubleWords>> = {
  'fault-code': { text: { zh: '液位仪上报故障码', en: 'the gauge reports a fault code' }, threshold: 'gaugeFaultS', unit: null },
  silent: { text: { zh: '液位仪无数据', en: 'the gauge is silent' }, threshold: 'gaugeSilentMin', unit: 'min' },
  stuck: { text: { zh: '浮子卡滞，液位不动', en: 'the float hangs, the level does not move' }, threshold: 'gaugeStuckMm', unit: 'mm' },
  'level-jump': {
    text: { zh: '液位跳变，不属于装卸油', en: 'the level jumped without loading or unloading' },
    threshold: 'levelJumpMm',
    unit: 'mm',
  },
  temperature: {
    text: { zh: '温度传感器断路或短路', en: 'the temperature sensor is open or shorted' },
    threshold: 'gaugeHottestC',
    below: 'gaugeColdestC',
    unit: 'c',
  },
  tilt: { text: { zh: '停车倾斜过大', en: 'the truck stands too tilted' }, threshold: 'calmTiltDeg', unit: 'deg' },
  overfill: { text: { zh: '超装', en: 'the compartment is overfilled' }, threshold: 'overfillPercent', unit: 'percent', isRed: true },
  'volume-differs': {
    text: { zh: '主机与平台计算的体积不符', en: 'the volumes of console and platform differ' },
    threshold: 'volumeDisagreesL',
    unit: 'l',
  },
}
const SOME_TROUBLE: Text = { zh: '货物设备异常', en: 'a cargo device is faulty' }

export const explainCargoDevice: Explain = (alarm) => {
  const { thresholds } = alarm
  const said = stored(alarm.properties, cargoDeviceFact)
  const kind = said.text('kind')
  const words = kind === null ? undefined : TROUBLES[kind as GaugeTrouble]
  const number = said.number('compartment')
  const text = words?.text ?? SOME_TROUBLE
  const value = said.number('extreme') ?? said.number('value')
  const since = Date.parse(said.text('since') ?? '')
  const [consoleL, platformL] = [said.number('consoleL'), said.number('platformL')]
  const [jumpMm, jumpL] = [said.number('jumpMm'), said.number('jumpL')]
  const shown: Phrase = words?.unit === undefined || words.unit === null || value === null ? null : amount(value, words.unit)
  const threshold = value !== null && value < 0 ? (words?.below ?? words?.threshold) : words?.threshold
  return {
    seen: [
      sentence(
        number === null || number === 0
          ? text
          : { zh: `${compartmentText(number).zh}：${text.zh}`, en: `${compartmentText(number).en}: ${text.en}` },
        kind === 'fault-code'
          ? maybe(said.number('faultCode'), (code) => (code === 0 ? null : { zh: `故障码 ${code}`, en: `code ${code}` }))
          : shown,
        maybe(said.number('oilCode'), (code) => ({ zh: `油品 ${productName(code).zh}`, en: `product ${productName(code).en}` })),
        loadText(said.flag('loaded')),
      ),
      ...sentences(
        Number.isNaN(since) ? null : { zh: `始于 ${moment(since, alarm.zone).zh}`, en: `since ${moment(since, alarm.zone).en}` },
      ),
      ...sentences(
        consoleL === null ? null : { zh: `主机 ${litres(consoleL).zh}`, en: `console ${litres(consoleL).en}` },
        platformL === null ? null : { zh: `平台 ${litres(platformL).zh}`, en: `platform ${litres(platformL).en}` },
      ),
      ...sentences(
        jumpMm === null ? null : { zh: `跳变 ${amount(jumpMm, 'mm').zh}`, en: `jump of ${amount(jumpMm, 'mm').en}` },
        jumpL === null ? null : { zh: `折合 ${litres(jumpL).zh}，不计入损耗`, en: `${litres(jumpL).en}, which count as no loss` },
      ),
    ],
    limits:
      threshold === undefined
        ? []
        : words?.unit === null
          ? heldFor(thresholds, threshold, Number.isNaN(since) ? null : sinceS(alarm, since))
          : limit(thresholds, threshold, value, said.number('limit')),
    grades: { red: { zh: '超装有溢油危险，定为红色。', en: 'It is red because product may spill.' } },
  }
}

type Beyond = { readonly text: Text; readonly threshold: ThresholdName; readonly unit: Unit }
const PRESSURES: Readonly<Record<ValueIn<typeof pressureAlarmFact, 'kind'>, Beyond>> = {
  over: { text: { zh: '罐内压力过高', en: 'the pressure in the tank is too high' }, threshold: 'pressureHighKPa', unit: 'kPa' },
  under: { text: { zh: '罐内负压过大', en: 'the pressure in the tank is too low' }, threshold: 'pressureLowKPa', unit: 'kPa' },
}
const CLIMATES: Readonly<Record<ValueIn<typeof climateAlarmFact, 'kind'>, Beyond>> = {
  hot: { text: { zh: '机柜温度过高', en: 'the cabinet is too hot' }, threshold: 'cabinetHotC', unit: 'c' },
  cold: { text: { zh: '机柜温度过低', en: 'the cabinet is too cold' }, threshold: 'cabinetColdC', unit: 'c' },
  humid: { text: { zh: '机柜湿度过高', en: 'the cabinet is too humid' }, threshold: 'cabinetHumidPercent', unit: 'percent' },
  dry: { text: { zh: '机柜湿度过低', en: 'the cabinet is too dry' }, threshold: 'cabinetDryPercent', unit: 'percent' },
}

/** A value of the air that is beyond its limit, with its worst. */
const explainAir =
  (words: Readonly<Record<string, Beyond>>, otherwise: Text): Explain =>
  (alarm) => {
    const said = stored(alarm.properties, pressureAlarmFact, climateAlarmFact)
    const kind = said.text('kind')
    const beyond = kind === null ? undefined : words[kind]
    const [extreme, limitValue] = [said.number('extreme'), said.number('limit')]
    const since = Date.parse(said.text('since') ?? '')
    return {
      seen: [
        sentence(
          beyond?.text ?? otherwise,
          beyond === undefined || extreme === null
            ? null
            : { zh: `最严重为 ${amount(extreme, beyond.unit).zh}`, en: `${amount(extreme, beyond.unit).en} at worst` },
          beyond === undefined || limitValue === null
            ? null
            : { zh: `限值 ${amount(limitValue, beyond.unit).zh}`, en: `limit ${amount(limitValue, beyond.unit).en}` },
          Number.isNaN(since) ? null : { zh: `始于 ${moment(since, alarm.zone).zh}`, en: `since ${moment(since, alarm.zone).en}` },
          loadText(said.flag('loaded')),
        ),
      ],
      limits: beyond === undefined ? [] : limit(alarm.thresholds, beyond.threshold, extreme, limitValue),
      grades: {},
    }
  }

export const explainPressure = explainAir(PRESSURES, { zh: '罐内压力异常', en: 'the pressure in the tank is abnormal' })
export const explainClimate = explainAir(CLIMATES, { zh: '机柜温湿度异常', en: 'temperature or humidity of the cabinet is abnormal' })

const EDGES: Readonly<Record<ValueIn<typeof fenceEdgeFact, 'kind'>, Text>> = {
  'loaded-outside': { zh: '在油库围栏以外装油', en: "loaded outside the depot's fence" },
  'unloaded-outside': { zh: '在油站围栏以外卸油', en: "unloaded outside the station's fence" },
}

export const explainFenceEdge: Explain = (alarm) => {
  const said = stored(alarm.properties, fenceEdgeFact)
  const metres = said.number('extreme')
  return {
    seen: [
      sentence(
        wordOf(EDGES, said.text('kind')) ?? { zh: '在围栏以外作业', en: 'worked outside the fence' },
        maybe(said.text('fenceName'), (name) => ({ zh: `围栏 ${name}`, en: `fence ${name}` })),
        maybe(metres, (distance) => ({ zh: `距围栏 ${amount(distance, 'm', 0).zh}`, en: `${amount(distance, 'm', 0).en} from it` })),
      ),
      {
        zh: '作业已照常记录；请检查围栏是否画得过小。',
        en: 'The operation was recorded as usual; please check whether the fence is drawn too small.',
      },
    ],
    limits: limit(alarm.thresholds, 'fenceEdgeM', metres),
    grades: {},
  }
}

const IDENTITIES: Readonly<Record<ValueIn<typeof terminalIdentityFact, 'kind'>, Text>> = {
  'other-terminal': { zh: '另一台终端申请以本车注册', en: 'another terminal asked to register as this truck' },
  'other-address': {
    zh: '车辆在线时，同一终端编号从其他地址注册',
    en: 'the terminal id was registered from elsewhere while the truck is connected',
  },
  'two-terminals': { zh: '两台终端持有本车的鉴权码', en: 'two terminals hold codes of this truck' },
}

export const explainTerminalIdentity: Explain = (alarm) => {
  const said = stored(alarm.properties, terminalIdentityFact)
  return {
    seen: [
      sentence(
        wordOf(IDENTITIES, said.text('kind')) ?? { zh: '终端身份不明', en: 'it is not certain which terminal this is' },
        maybe(said.text('terminalId'), (id) => (id === '' ? null : { zh: `终端 ${id}`, en: `terminal ${id}` })),
        maybe(said.text('address'), (address) => (address === '' ? null : { zh: `地址 ${address}`, en: `address ${address}` })),
      ),
    ],
    limits: [],
    grades: { red: { zh: '可能有人冒充本车终端，定为红色。', en: 'It is red because a terminal may pretend to be that of this truck.' } },
  }
}
