import { aChoice, aCount, aNumber, aSwitch, COMPARTMENT_INDEXES, defineDeviceFile } from '../define-device-file.ts'

/** Index 0 to 8: the last compartment cannot be a master (spec 3.12). */
const MASTERS = COMPARTMENT_INDEXES.slice(0, 9)

/** Combined compartments. The meaning of `combMode` is ours. */
export const mcgroupcfg = defineDeviceFile({
  name: 'mcgroupcfg.txt',
  number: 5,
  title: { zh: '组合仓参数', en: 'Combined compartments' },
  forCustomers: false,
  about: { zh: '连通的几个仓按一个仓计量。', en: 'Connected compartments that are measured as one.' },
  fields: [aSwitch('enable', { zh: '启用组合仓', en: 'Combined compartments' }), aCount('groupsCount', { zh: '组数', en: 'Groups' }, 4)],
  groups: [
    {
      key: 'groups',
      label: { zh: '组合仓', en: 'Groups' },
      entry: { zh: '组', en: 'Group' },
      max: 4,
      countedBy: 'groupsCount',
      grows: true,
      fields: [
        aSwitch('en', { zh: '启用', en: 'In use' }),
        aChoice('combMode', { zh: '组合方式', en: 'Combined by' }, [
          { zh: '容积相加', en: 'Sum of volumes' },
          { zh: '共用液位', en: 'Shared level' },
        ]),
        aChoice('masterCompIndex', { zh: '主仓', en: 'Master compartment' }, MASTERS),
        aNumber('attachedCompsCount', { zh: '附属仓数量', en: 'Attached compartments' }, [0, 3], { unitless: 'count' }),
        aChoice('attachedCompIndex0', { zh: '附属仓1', en: 'Attached 1' }, COMPARTMENT_INDEXES, { optional: true }),
        aChoice('attachedCompIndex1', { zh: '附属仓2', en: 'Attached 2' }, COMPARTMENT_INDEXES, { optional: true }),
        aChoice('attachedCompIndex2', { zh: '附属仓3', en: 'Attached 3' }, COMPARTMENT_INDEXES, { optional: true }),
      ],
    },
  ],
  rules: [
    {
      rule: 'unique',
      group: 'groups',
      fields: ['masterCompIndex'],
      unless: { field: 'en', value: 0 },
      text: { zh: '主仓重复', en: 'Two groups have the same master compartment' },
    },
    {
      rule: 'compartment',
      group: 'groups',
      field: 'masterCompIndex',
      unless: { field: 'en', value: 0 },
      text: { zh: '该车没有这个仓', en: 'The truck has no such compartment' },
    },
    ...['attachedCompIndex0', 'attachedCompIndex1', 'attachedCompIndex2'].map((field) => ({
      rule: 'compartment' as const,
      group: 'groups',
      field,
      unless: { field: 'en', value: 0 },
      text: { zh: '该车没有这个仓', en: 'The truck has no such compartment' },
    })),
    {
      rule: 'attached',
      group: 'groups',
      count: 'attachedCompsCount',
      fields: ['attachedCompIndex0', 'attachedCompIndex1', 'attachedCompIndex2'],
      master: 'masterCompIndex',
      text: {
        zh: '附属仓要填够数量，且与主仓和其他附属仓不同',
        en: 'Fill in as many attached compartments as counted, each different from the master and the others',
      },
    },
  ],
})
