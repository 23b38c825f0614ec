import type { Text } from '@tanker/domain/text'

/** A parameter file that a console or controller holds (spec 3.12). */
export type DeviceFile = {
  readonly name: string
  /** Number of the file on the wire and in dispatch records. */
  readonly number: number
  readonly title: Text
  /** Customers see the reduced catalogue (spec 6). */
  readonly forCustomers: boolean
}

/** The catalogue of spec 3.12, in its order. */
export const DEVICE_FILES = [
  { name: 'syscfg.txt', number: 7, title: { zh: '主机系统参数', en: 'Console system' }, forCustomers: true },
  { name: 'elscfg.txt', number: 2, title: { zh: '电子铅封参数', en: 'Electronic seals' }, forCustomers: true },
  { name: 'elspproperty.txt', number: 3, title: { zh: '铅封探头属性', en: 'Seal probe properties' }, forCustomers: false },
  { name: 'tlscfg.txt', number: 8, title: { zh: '液位仪参数', en: 'Level gauges' }, forCustomers: true },
  { name: 'extdevcfg1.txt', number: 4, title: { zh: '外接设备参数', en: 'External devices' }, forCustomers: false },
  { name: 'mlockcfg.txt', number: 6, title: { zh: '气动阀与锁参数', en: 'Pneumatic valves and locks' }, forCustomers: true },
  { name: 'mcgroupcfg.txt', number: 5, title: { zh: '组合仓参数', en: 'Combined compartments' }, forCustomers: false },
  { name: 'ui.cfg', number: 9, title: { zh: '主机界面参数', en: 'Console screen' }, forCustomers: true },
  { name: 'printercfg.txt', number: 10, title: { zh: '打印机参数', en: 'Printer' }, forCustomers: false },
  { name: 'ctlsyscfg.txt', number: 1, title: { zh: '控制器系统参数', en: 'Controller system' }, forCustomers: true },
  { name: 'tlspproperty.txt', number: 11, title: { zh: '液位探头属性', en: 'Gauge probe properties' }, forCustomers: false },
] as const satisfies readonly DeviceFile[]

/** The number under which tank tables travel beside the parameter files (docs/tanker-extension.md). */
export const TANK_TABLE_FILE = 32

/** The numbers under which firmware travels to what hangs on the console; the console's own goes as 0x8108. */
export const FIRMWARE_FILES = { controller: 33, probe: 34, gauge: 35 } as const

/** What the devices of a truck run: a file that is only read. */
export const DEVICE_VERSIONS_FILE = 36

const OTHER_FILES: readonly number[] = [TANK_TABLE_FILE, ...Object.values(FIRMWARE_FILES), DEVICE_VERSIONS_FILE]

/** Whether a device has a file of this number: of the catalogue, or one of those beside it. */
export const isDeviceFile = (number: number): boolean => OTHER_FILES.includes(number) || DEVICE_FILES.some((file) => file.number === number)

/** Whether a file of this number is firmware. */
export const isFirmwareFile = (number: number): boolean => Object.values<number>(FIRMWARE_FILES).includes(number)
