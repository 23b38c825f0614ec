import { aChoice, aCount, aNumber, aSwitch, aText, COMPARTMENT_INDEXES, defineDeviceFile } from '../define-device-file.ts'

/** External devices on the serial ports. Types 1 to 3 are ours; spec 3.12 names 0 and 8. */
export const extdevcfg1 = defineDeviceFile({
  name: 'extdevcfg1.txt',
  number: 4,
  title: { zh: '外接设备参数', en: 'External devices' },
  forCustomers: false,
  about: { zh: '接在主机上的密度计、流量计等设备。', en: 'Densimeters, flow meters and other devices connected to the console.' },
  fields: [aCount('totalCount', { zh: '外接设备数量', en: 'Devices' }, 32)],
  groups: [
    {
      key: 'devices',
      label: { zh: '外接设备', en: 'Devices' },
      entry: { zh: '设备', en: 'Device' },
      max: 32,
      countedBy: 'totalCount',
      grows: true,
      fields: [
        aChoice('cabinIndex', { zh: '仓', en: 'Compartment' }, COMPARTMENT_INDEXES),
        aChoice('devType', { zh: '设备类型', en: 'Type' }, [
          { value: 0, text: { zh: '无', en: 'None' } },
          { value: 1, text: { zh: '流量计', en: 'Flow meter' } },
          { value: 2, text: { zh: '温湿度计', en: 'Thermo-hygrometer' } },
          { value: 3, text: { zh: '压力变送器', en: 'Pressure transmitter' } },
          { value: 8, text: { zh: '自制密度计', en: 'Home-made densimeter' } },
        ]),
        aSwitch('en', { zh: '启用', en: 'In use' }),
        aNumber('devAddr', { zh: '设备地址', en: 'Address' }, [1, 247], { unitless: 'address' }),
        aText('psn', { zh: '序列号', en: 'Serial' }, 10, { form: 'serial', own: true, optional: true }),
        aNumber('devVar', { zh: '设备参数', en: 'Device variable' }, [-32768, 32767], { unitless: 'raw', inDetail: true, default: 0 }),
      ],
    },
  ],
  rules: [
    {
      rule: 'unique',
      group: 'devices',
      fields: ['psn'],
      unless: { field: 'devType', value: 0 },
      text: { zh: '外接设备序列号重复', en: 'Two devices have the same serial' },
    },
    {
      rule: 'unique',
      group: 'devices',
      fields: ['devAddr'],
      unless: { field: 'devType', value: 0 },
      text: { zh: '外接设备地址冲突', en: 'Two devices have the same address' },
    },
    {
      rule: 'compartment',
      group: 'devices',
      field: 'cabinIndex',
      unless: { field: 'devType', value: 0 },
      text: { zh: '该车没有这个仓', en: 'The truck has no such compartment' },
    },
  ],
})
