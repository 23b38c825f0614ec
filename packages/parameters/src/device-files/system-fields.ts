/** Fields that the console (syscfg.txt) and the controller (ctlsyscfg.txt) have in common (spec 3.12); keys are ours except `tankTruckSn`. */
import { aChoice, aNumber, aSwitch, aText, type DeviceField, type DeviceFileRule, someOf } from '../define-device-file.ts'
import { HOUR, KBPS, SECOND } from './units.ts'

const PORT = [0, 65_535] as const

const BAUD = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200].map((value) => ({
  value,
  text: { zh: `${value} bps`, en: `${value} bit/s` },
}))

/** What hangs on a serial port. */
const PORT_USES = [
  { zh: '不用', en: 'Not used' },
  { zh: '液位仪', en: 'Gauges' },
  { zh: '电子铅封', en: 'Seals' },
  { zh: '打印机', en: 'Printer' },
  { zh: '流量计', en: 'Flow meter' },
  { zh: '外接设备', en: 'External devices' },
]

const TIME_ZONES = Array.from({ length: 27 }, (_, i) => {
  const hours = i - 12
  const text = `UTC${hours < 0 ? '−' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`
  return { value: hours, text: { zh: text, en: text } }
})

/** The truck and the device itself. */
export const identityFields: readonly DeviceField[] = [
  aText('tankTruckSn', { zh: '车牌号', en: 'Plate number' }, 20, { own: true }),
  aText('devSn', { zh: '设备序列号', en: 'Serial of the device' }, 10, { form: 'serial', own: true }),
  aNumber('cabinCount', { zh: '仓数', en: 'Compartments' }, [1, 10], { unitless: 'count', formMax: { staff: 5, customer: 9 }, own: true }),
  aChoice('timeZone', { zh: '时区', en: 'Time zone' }, TIME_ZONES, { default: 8 }),
  aNumber('restartDelay', { zh: '定时重启', en: 'Restart after' }, [0, 720], {
    unit: HOUR,
    default: 0,
    hint: { zh: '0为不重启。', en: '0: never.' },
  }),
]

export const serialPortFields = (ports: number): readonly DeviceField[] =>
  Array.from({ length: ports }, (_, i) => i + 1).flatMap((n) => [
    aChoice(`com${n}Use`, { zh: `串口${n}用途`, en: `Serial port ${n}: use` }, PORT_USES),
    aChoice(`com${n}Baud`, { zh: `串口${n}波特率`, en: `Serial port ${n}: speed` }, BAUD, { default: 9600 }),
  ])

export const serverFields: readonly DeviceField[] = [1, 2].flatMap((n) => [
  aText(`server${n}Addr`, { zh: `服务器${n}地址`, en: `Server ${n}: address` }, 64, { form: 'host', ...(n === 2 && { optional: true }) }),
  aChoice(`server${n}AddrType`, { zh: `服务器${n}地址类型`, en: `Server ${n}: kind of address` }, [
    { zh: 'IP', en: 'IP' },
    { zh: '域名', en: 'Domain' },
  ]),
  aNumber(`server${n}TcpPort`, { zh: `服务器${n} TCP端口`, en: `Server ${n}: TCP port` }, PORT, { unitless: 'number', default: 0 }),
  aNumber(`server${n}UdpPort`, { zh: `服务器${n} UDP端口`, en: `Server ${n}: UDP port` }, PORT, { unitless: 'number', default: 0 }),
])

/** The buses that devices share. */
export const busFields: readonly DeviceField[] = [
  aSwitch('canEn', { zh: 'CAN接口', en: 'CAN interface' }),
  aChoice(
    'canBaud',
    { zh: 'CAN波特率', en: 'CAN speed' },
    [50, 100, 125, 250, 500, 1000].map((value) => ({ value, text: { zh: `${value} ${KBPS.zh}`, en: `${value} ${KBPS.en}` } })),
    { default: 250 },
  ),
  aNumber('modbusAddr', { zh: 'Modbus地址', en: 'Modbus address' }, [1, 247], { unitless: 'address', default: 1 }),
]

export const intervalFields: readonly DeviceField[] = [
  aNumber('uploadInterval', { zh: '上传间隔', en: 'Upload interval' }, [1, 3600], { unit: SECOND, default: 10 }),
  aNumber('heartbeatInterval', { zh: '心跳间隔', en: 'Heartbeat interval' }, [5, 600], { unit: SECOND, default: 30 }),
]

/** Spec 9: camera channels 1 to 8. */
export const CAMERA_CHANNEL_COUNT = 8

/** What a camera photographs, by the bits of its mask. */
export const PHOTO_OCCASIONS = [
  { zh: 'API阀打开', en: 'API valve opens' },
  { zh: '人孔打开', en: 'Manhole opens' },
  { zh: '底阀打开', en: 'Bottom valve opens' },
  { zh: '箱门打开', en: 'Box door opens' },
  { zh: '装油', en: 'Loading' },
  { zh: '卸油', en: 'Unloading' },
  { zh: '紧急报警', en: 'Emergency alarm' },
].map((text, value) => ({ value, text }))

export const cameraMaskFields: readonly DeviceField[] = Array.from({ length: CAMERA_CHANNEL_COUNT }, (_, i) =>
  someOf(`camMask${i + 1}`, { zh: `摄像头通道${i + 1}拍照时机`, en: `Camera channel ${i + 1}: photographs when` }, PHOTO_OCCASIONS, {
    default: 0,
  }),
)

/** What console and controller both must satisfy. */
export const systemRules: readonly DeviceFileRule[] = [
  {
    rule: 'compartment-count',
    field: 'cabinCount',
    text: { zh: '与基础数据中该车的仓数不同', en: 'Differs from the truck’s number of compartments in base data' },
  },
]
