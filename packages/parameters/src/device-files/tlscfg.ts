import {
  aChoice,
  aCount,
  aNumber,
  aSwitch,
  aText,
  COMPARTMENT_INDEXES,
  type DeviceField,
  type DeviceFileRule,
  defineDeviceFile,
} from '../define-device-file.ts'
import { DEGREE, KG_PER_L, LITRE, MM, PER_CELSIUS } from './units.ts'

const DISTANCE = [-5000, 5000] as const
const COMPENSATION = [-500, 500] as const
const LEVEL = [0, 4000] as const
const VOLUME = [0, 60_000] as const

const distance = (key: string, zh: string, en: string): DeviceField =>
  aNumber(key, { zh, en }, DISTANCE, { unit: MM, step: 0.1, own: true, inDetail: true, default: 0 })
const compensation = (key: string, zh: string, en: string): DeviceField =>
  aNumber(key, { zh, en }, COMPENSATION, { unit: MM, step: 0.1, own: true, default: 0 })

/** Addresses on the bus of the gauges: C0 to CF. */
const ADDRESSES = Array.from({ length: 16 }, (_, i) => {
  const name = (0xc0 + i).toString(16).toUpperCase()
  return { value: 0xc0 + i, text: { zh: name, en: name } }
})

/** How litres are computed; each mode includes what those before it do (as `volCalcMode` of thresholds). */
const VOLUME_MODES = [
  { zh: '主机直读', en: 'As the console reads' },
  { zh: '罐容表', en: 'Tank table' },
  { zh: '罐容表和倾斜修正', en: 'Tank table and tilt' },
  { zh: '再扣除水和管路', en: 'Also water and pipe' },
  { zh: '按膨胀系数算V20', en: 'V20 by expansion coefficient' },
  { zh: '按VCF算V20', en: 'V20 by VCF' },
  { zh: '再修正罐体膨胀', en: 'Also expansion of the shell' },
]

/** `initLevel`, `initVol` and `initProduct` are the initial product fields that spec 3.12 names without keys. */
const PROBE_FIELDS: readonly DeviceField[] = [
  aChoice('cabinIndex', { zh: '仓', en: 'Compartment' }, COMPARTMENT_INDEXES),
  aChoice('probeAddr', { zh: '探头地址', en: 'Address' }, ADDRESSES),
  aText('psn', { zh: '序列号', en: 'Serial' }, 10, { form: 'serial', own: true }),
  distance('distA', '距离A', 'Distance A'),
  distance('distH', '安装高度H', 'Mounting height H'),
  distance('distXXX', '距离X', 'Distance X'),
  distance('distYYY', '距离Y', 'Distance Y'),
  distance('distZZZ', '距离Z', 'Distance Z'),
  distance('distMMM', '距离M', 'Distance M'),
  distance('distNNN', '距离N', 'Distance N'),
  compensation('levelComp', '液位补偿', 'Level compensation'),
  compensation('lowLevelComp', '低液位补偿', 'Low level compensation'),
  compensation('c1tablelevelComp', '罐容表1液位补偿', 'Level compensation, table 1'),
  compensation('c2tablelevelComp', '罐容表2液位补偿', 'Level compensation, table 2'),
  compensation('c3tablelevelComp', '罐容表3液位补偿', 'Level compensation, table 3'),
  aNumber('overfillAlarmLevel', { zh: '高液位报警', en: 'Overfill alarm level' }, LEVEL, {
    unit: MM,
    default: 0,
    hint: { zh: '0为不报警。', en: '0 switches it off.' },
  }),
  aNumber('overfillWarningLevel', { zh: '高液位预警', en: 'Overfill warning level' }, LEVEL, { unit: MM, default: 0 }),
  aNumber('overfillAlarmVol', { zh: '高容积报警', en: 'Overfill alarm volume' }, VOLUME, { unit: LITRE, default: 0 }),
  aNumber('overfillWarningVol', { zh: '高容积预警', en: 'Overfill warning volume' }, VOLUME, { unit: LITRE, default: 0 }),
  aNumber('blindLevel', { zh: '盲区高度', en: 'Blind level' }, [0, 1000], { unit: MM, default: 50 }),
  aNumber('cabinSizeH', { zh: '罐体高度', en: 'Tank height' }, LEVEL, { unit: MM, default: 1800, own: true }),
  aNumber('cabinPipeVol', { zh: '管路容积', en: 'Pipe volume' }, [0, 500], { unit: LITRE, step: 0.1, default: 0, own: true }),
  compensation('floaterCompVar', '浮子补偿', 'Float compensation'),
  aNumber('initLevel', { zh: '初始液位', en: 'Initial level' }, LEVEL, { unit: MM, step: 0.1, optional: true, own: true, inDetail: true }),
  aNumber('initVol', { zh: '初始容积', en: 'Initial volume' }, VOLUME, {
    unit: LITRE,
    step: 0.1,
    optional: true,
    own: true,
    inDetail: true,
  }),
  aNumber('initProduct', { zh: '初始油品编号', en: 'Initial product number' }, [0, 99], {
    unitless: 'number',
    optional: true,
    inDetail: true,
  }),
  aChoice('waterWorkMode', { zh: '测水方式', en: 'Water measurement' }, [
    { zh: '不测水', en: 'None' },
    { zh: '水浮子', en: 'Water float' },
    { zh: '探水电极', en: 'Electrode' },
  ]),
  aNumber('waterBlindLevel', { zh: '水盲区高度', en: 'Water blind level' }, [0, 500], { unit: MM, default: 20 }),
  compensation('waterLevelComp', '水位补偿', 'Water level compensation'),
  aChoice('volCalcMode', { zh: '容积计算方式', en: 'Volume computation' }, VOLUME_MODES, { default: 1 }),
  aNumber('tiltSensorAddr0', { zh: '倾角传感器地址', en: 'Address of the tilt sensor' }, [0, 255], {
    unitless: 'address',
    default: 0,
    hint: { zh: '0为没有。', en: '0: none.' },
  }),
  aNumber('pMaxFluctuation', { zh: '最大波动', en: 'Largest fluctuation' }, [0, 500], {
    unit: MM,
    default: 5,
    hint: { zh: '波动更大时液面不算平稳。', en: 'With more, the surface is not calm.' },
  }),
]

const RULES: readonly DeviceFileRule[] = [
  { rule: 'unique', group: 'tlsProbe', fields: ['psn'], text: { zh: '液位探头序列号重复', en: 'Two gauges have the same serial' } },
  { rule: 'unique', group: 'tlsProbe', fields: ['probeAddr'], text: { zh: '液位探头地址冲突', en: 'Two gauges have the same address' } },
  { rule: 'unique', group: 'products', fields: ['ptNo'], text: { zh: '油品编号重复', en: 'Two products have the same number' } },
  { rule: 'compartment', group: 'tlsProbe', field: 'cabinIndex', text: { zh: '该车没有这个仓', en: 'The truck has no such compartment' } },
  {
    rule: 'ordered',
    group: 'tlsProbe',
    lower: 'overfillWarningLevel',
    upper: 'overfillAlarmLevel',
    text: { zh: '高液位预警必须低于高液位报警', en: 'The warning level must be below the alarm level' },
  },
  {
    rule: 'ordered',
    group: 'tlsProbe',
    lower: 'overfillWarningVol',
    upper: 'overfillAlarmVol',
    text: { zh: '高容积预警必须低于高容积报警', en: 'The warning volume must be below the alarm volume' },
  },
]

/** Level gauges and products. */
export const tlscfg = defineDeviceFile({
  name: 'tlscfg.txt',
  number: 8,
  title: { zh: '液位仪参数', en: 'Level gauges' },
  forCustomers: true,
  about: {
    zh: '液位仪的安装尺寸、补偿和报警，以及主机可选的油品。',
    en: 'Dimensions, compensations and alarms of the gauges, and the products to choose from at the console.',
  },
  fields: [
    aCount('totalCount', { zh: '液位探头数量', en: 'Gauges' }, 16),
    aNumber('angleSensorCompX', { zh: '倾角补偿X', en: 'Tilt compensation X' }, [-10, 10], {
      unit: DEGREE,
      step: 0.01,
      own: true,
      default: 0,
    }),
    aNumber('angleSensorCompY', { zh: '倾角补偿Y', en: 'Tilt compensation Y' }, [-10, 10], {
      unit: DEGREE,
      step: 0.01,
      own: true,
      default: 0,
    }),
    aNumber('maxFluctuation', { zh: '最大波动', en: 'Largest fluctuation' }, [0, 500], { unit: MM, default: 5 }),
    aNumber('maxTitleAngleX', { zh: '最大倾角X', en: 'Largest tilt X' }, [0, 45], { unit: DEGREE, step: 0.1, default: 5 }),
    aNumber('maxTitleAngleY', { zh: '最大倾角Y', en: 'Largest tilt Y' }, [0, 45], { unit: DEGREE, step: 0.1, default: 5 }),
    aChoice('angleSensorAppMode', { zh: '倾角使用方式', en: 'Use of the tilt sensor' }, [
      { zh: '不使用', en: 'Not used' },
      { zh: '仅显示', en: 'Shown only' },
      { zh: '修正液位', en: 'Corrects levels' },
    ]),
    aNumber('levelChangeAlarmV', { zh: '液位变化报警', en: 'Alarm at a level change of' }, [0, 1000], { unit: MM, default: 10 }),
    aNumber('volChangeAlarmV', { zh: '容积变化报警', en: 'Alarm at a volume change of' }, [0, 10_000], { unit: LITRE, default: 50 }),
    aSwitch('showWater', { zh: '显示水位', en: 'Show water' }, { default: 1 }),
    aCount('productTypeListLen', { zh: '油品数量', en: 'Products' }, 20),
  ],
  groups: [
    {
      key: 'products',
      label: { zh: '油品', en: 'Products' },
      entry: { zh: '油品', en: 'Product' },
      max: 20,
      countedBy: 'productTypeListLen',
      grows: true,
      fields: [
        aNumber('ptNo', { zh: '油品编号', en: 'Number' }, [-1, 99], {
          unitless: 'number',
          hint: { zh: '大于0为汽油，-1为其他，否则为柴油。', en: 'Above 0 gasoline, −1 other, otherwise diesel.' },
        }),
        aText('ptName', { zh: '油品名称', en: 'Name' }, 20),
        aNumber('ptVEC', { zh: '膨胀系数', en: 'Expansion coefficient' }, [0, 0.002], { unit: PER_CELSIUS, step: 0.00001 }),
        aNumber('ptDensity', { zh: '标准密度', en: 'Standard density' }, [0.5, 1.2], { unit: KG_PER_L, step: 0.0001 }),
      ],
    },
    {
      key: 'tlsProbe',
      label: { zh: '液位探头', en: 'Gauges' },
      entry: { zh: '液位探头', en: 'Gauge' },
      max: 16,
      countedBy: 'totalCount',
      grows: true,
      fields: PROBE_FIELDS,
    },
  ],
  rules: RULES,
})
