import { aChoice, aCount, aNumber, aSwitch, COMPARTMENT_INDEXES, defineDeviceFile } from '../define-device-file.ts'

/** Pneumatic valves and locks. The meaning of `iomode` is ours. */
export const mlockcfg = defineDeviceFile({
  name: 'mlockcfg.txt',
  number: 6,
  title: { zh: '气动阀与锁参数', en: 'Pneumatic valves and locks' },
  forCustomers: true,
  about: {
    zh: '控制器驱动的气动阀、声光报警和联动输出。',
    en: 'Pneumatic valves, sound-light alarms and linked outputs that the controller drives.',
  },
  fields: [aCount('valveCount', { zh: '阀数量', en: 'Valves' }, 16)],
  groups: [
    {
      key: 'valves',
      label: { zh: '气动阀', en: 'Valves' },
      entry: { zh: '阀', en: 'Valve' },
      max: 16,
      countedBy: 'valveCount',
      grows: true,
      fields: [
        aChoice('type', { zh: '类型', en: 'Type' }, [
          { value: 0, text: { zh: '无效', en: 'Invalid' } },
          { value: 1, text: { zh: '切断底阀气源', en: 'Cut bottom valve air' } },
          { value: 11, text: { zh: '计量卸油声光报警', en: 'Sound-light alarm for metered unloading' } },
          { value: 12, text: { zh: '箱门联动报警', en: 'Box-door linked alarm' } },
          { value: 13, text: { zh: '事件报警', en: 'Event alarm' } },
        ]),
        aNumber('addr', { zh: '地址', en: 'Address' }, [0, 255], { unitless: 'address' }),
        aChoice('cIndex', { zh: '仓', en: 'Compartment' }, COMPARTMENT_INDEXES),
        aChoice('iomode', { zh: '输出方式', en: 'Output' }, [
          { zh: '常开', en: 'Normally open' },
          { zh: '常闭', en: 'Normally closed' },
          { zh: '脉冲', en: 'Pulse' },
        ]),
        aSwitch('en', { zh: '启用', en: 'In use' }),
        aNumber('rcAddr', { zh: '遥控地址', en: 'Remote control address' }, [0, 255], {
          unitless: 'address',
          default: 0,
          hint: { zh: '0为没有遥控。', en: '0: no remote control.' },
        }),
      ],
    },
  ],
  rules: [
    {
      rule: 'unique',
      group: 'valves',
      fields: ['addr'],
      unless: { field: 'type', value: 0 },
      text: { zh: '阀地址冲突', en: 'Two valves have the same address' },
    },
    {
      rule: 'compartment',
      group: 'valves',
      field: 'cIndex',
      unless: { field: 'type', value: 0 },
      text: { zh: '该车没有这个仓', en: 'The truck has no such compartment' },
    },
  ],
})
