import { TRUCK_MODELS } from '@tanker/domain/trucks/truck-choices'
import { defineEntity } from './define-entity.ts'
import { choiceField, codeField, organisationField, dayField, statusField, textField, truckField, wholeField } from './fields.ts'
import { codeExists, nameExists } from './place-fields.ts'

/** What is built into trucks. */
export const DEVICE_TYPES = {
  console: { zh: '主机', en: 'Console' },
  controller: { zh: '控制器', en: 'Controller' },
  gauge: { zh: '液位仪', en: 'Gauge' },
  probe: { zh: '探头', en: 'Probe' },
  meter: { zh: '流量计', en: 'Flow meter' },
  camera: { zh: '摄像头', en: 'Camera' },
  other: { zh: '其他', en: 'Other' },
} as const

const [oilTanker, refrigerated, bus, miniBus, truck, other, special, sprinkler] = TRUCK_MODELS

/** Into what kind of truck, by the keys that trucks have. */
export const TRUCK_TYPES = {
  'oil-tanker': oilTanker,
  refrigerated,
  bus,
  'mini-bus': miniBus,
  truck,
  other,
  special,
  sprinkler,
} as const

/** A device in the register of those that are installed (spec 3.6, 5.2). */
export const device = defineEntity({
  path: 'setting/base_data/device',
  name: { zh: '设备', en: 'Device' },
  fields: {
    name: textField({ label: { zh: '设备名称', en: 'Name' }, required: true, max: 80, example: '一号车主机' }),
    code: codeField({ label: { zh: '设备编号', en: 'Code' }, required: true, max: 19, example: '2508000901' }),
    deviceType: choiceField({ label: { zh: '设备类型', en: 'Type' }, choices: DEVICE_TYPES, unlessGiven: 'console' }),
    organisationId: organisationField(),
    manufacturer: textField({ label: { zh: '生产厂家', en: 'Manufacturer' }, max: 80, example: '苏南仪表' }),
    installedOn: dayField({ label: { zh: '安装日期', en: 'Install date' }, example: '2026-01-05' }),
    site: textField({ label: { zh: '安装位置', en: 'Install position' }, max: 80, example: '驾驶室' }),
    quantity: wholeField({ label: { zh: '数量', en: 'Quantity' }, min: 1, max: 999, unlessGiven: 1, example: '1' }),
    truckId: truckField({ label: { zh: '车辆', en: 'Truck' } }),
    truckType: choiceField({ label: { zh: '车辆类型', en: 'Truck type' }, choices: TRUCK_TYPES, unlessGiven: 'oil-tanker' }),
    status: statusField(),
  },
  unique: [
    { field: 'code', text: codeExists },
    { field: 'name', text: nameExists },
  ],
})
