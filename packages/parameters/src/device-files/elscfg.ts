import { PROBE_TYPES } from '@tanker/domain/devices/probe-type'
import { aChoice, aCount, aNumber, aSwitch, aText, COMPARTMENT_INDEXES, defineDeviceFile } from '../define-device-file.ts'
import { MILLIVOLT, SECOND } from './units.ts'

/** The largest value of a probe's converter. */
const CONVERTER = [0, 4095] as const

/** Seal probes. `probeCount`, `alarmDelay` and `sampleInterval` are ours; the group is that of spec 3.12. */
export const elscfg = defineDeviceFile({
  name: 'elscfg.txt',
  number: 2,
  title: { zh: '电子铅封参数', en: 'Electronic seals' },
  forCustomers: true,
  about: { zh: '车上每个铅封探头的位置、类型、序列号和判断阈值。', en: 'Place, type, serial and limits of each seal probe of the truck.' },
  fields: [
    aCount('probeCount', { zh: '探头数量', en: 'Probes' }, 64),
    aNumber('sampleInterval', { zh: '采样间隔', en: 'Sampling interval' }, [1, 60], { unit: SECOND, default: 1 }),
    aNumber('alarmDelay', { zh: '报警延时', en: 'Alarm delay' }, [0, 600], {
      unit: SECOND,
      default: 3,
      hint: { zh: '状态保持这么久才上报变化。', en: 'A change is reported when it has lasted so long.' },
    }),
  ],
  groups: [
    {
      key: 'probes',
      label: { zh: '铅封探头', en: 'Seal probes' },
      entry: { zh: '探头', en: 'Probe' },
      max: 64,
      countedBy: 'probeCount',
      grows: true,
      fields: [
        aChoice('cabinIndex', { zh: '仓', en: 'Compartment' }, COMPARTMENT_INDEXES, {
          hint: { zh: '整车的探头选1号仓。', en: 'Probes of the whole truck: compartment 1.' },
        }),
        aChoice('lineNum', { zh: '总线', en: 'Bus' }, [
          { zh: '总线0', en: 'Bus 0' },
          { zh: '总线1', en: 'Bus 1' },
        ]),
        aChoice('type', { zh: '探头类型', en: 'Type' }, PROBE_TYPES),
        aSwitch('en', { zh: '启用', en: 'In use' }, { default: 1 }),
        aNumber('smodv', { zh: '工作方式值', en: 'Mode value' }, CONVERTER, { unitless: 'raw', inDetail: true, default: 0 }),
        aNumber('sgatev', { zh: '门限值', en: 'Gate value' }, CONVERTER, { unit: MILLIVOLT, inDetail: true, default: 600 }),
        aNumber('szerov', { zh: '零点值', en: 'Zero value' }, CONVERTER, { unit: MILLIVOLT, inDetail: true, default: 200 }),
        aNumber('smaxv', { zh: '最大值', en: 'Maximum' }, CONVERTER, { unit: MILLIVOLT, inDetail: true, default: 3000 }),
        aText('sn', { zh: '序列号', en: 'Serial' }, 10, {
          form: 'serial',
          own: true,
          hint: { zh: '探头上的10位数字。', en: 'The ten digits on the probe.' },
        }),
      ],
    },
  ],
  rules: [
    { rule: 'unique', group: 'probes', fields: ['sn'], text: { zh: '探头序列号重复', en: 'Two probes have the same serial' } },
    {
      rule: 'compartment',
      group: 'probes',
      field: 'cabinIndex',
      unless: { field: 'en', value: 0 },
      text: { zh: '该车没有这个仓', en: 'The truck has no such compartment' },
    },
    {
      rule: 'ordered',
      group: 'probes',
      lower: 'szerov',
      upper: 'sgatev',
      text: { zh: '零点值必须小于门限值', en: 'The zero value must be below the gate value' },
    },
    {
      rule: 'ordered',
      group: 'probes',
      lower: 'sgatev',
      upper: 'smaxv',
      text: { zh: '门限值必须小于最大值', en: 'The gate value must be below the maximum' },
    },
  ],
})
