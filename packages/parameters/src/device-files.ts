import { defineParameterFile, type ParameterFile } from './define-parameter.ts'

/** The catalogue of spec 3.12, in its order. */
export const DEVICE_FILES: readonly ParameterFile[] = [
  defineParameterFile({ name: 'syscfg.txt', number: 7, title: { zh: '主机系统参数', en: 'Console system' }, forCustomers: true }),
  defineParameterFile({ name: 'elscfg.txt', number: 2, title: { zh: '电子铅封参数', en: 'Electronic seals' }, forCustomers: true }),
  defineParameterFile({
    name: 'elspproperty.txt',
    number: 3,
    title: { zh: '铅封探头属性', en: 'Seal probe properties' },
    forCustomers: false,
  }),
  defineParameterFile({ name: 'tlscfg.txt', number: 8, title: { zh: '液位仪参数', en: 'Level gauges' }, forCustomers: true }),
  defineParameterFile({ name: 'extdevcfg1.txt', number: 4, title: { zh: '外接设备参数', en: 'External devices' }, forCustomers: false }),
  defineParameterFile({
    name: 'mlockcfg.txt',
    number: 6,
    title: { zh: '气动阀与锁参数', en: 'Pneumatic valves and locks' },
    forCustomers: true,
  }),
  defineParameterFile({ name: 'mcgroupcfg.txt', number: 5, title: { zh: '组合仓参数', en: 'Combined compartments' }, forCustomers: false }),
  defineParameterFile({ name: 'ui.cfg', number: 9, title: { zh: '主机界面参数', en: 'Console screen' }, forCustomers: true }),
  defineParameterFile({ name: 'printercfg.txt', number: 10, title: { zh: '打印机参数', en: 'Printer' }, forCustomers: false }),
  defineParameterFile({ name: 'ctlsyscfg.txt', number: 1, title: { zh: '控制器系统参数', en: 'Controller system' }, forCustomers: true }),
  defineParameterFile({
    name: 'tlspproperty.txt',
    number: 11,
    title: { zh: '液位探头属性', en: 'Gauge probe properties' },
    forCustomers: false,
  }),
]

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
