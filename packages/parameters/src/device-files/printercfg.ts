import { aChoice, aNumber, aText, defineDeviceFile } from '../define-device-file.ts'

/** The printer. Spec 3.12 names the fields; models and ports are ours. */
export const printercfg = defineDeviceFile({
  name: 'printercfg.txt',
  number: 10,
  title: { zh: '打印机参数', en: 'Printer' },
  forCustomers: false,
  about: { zh: '主机所接的打印机。', en: 'The printer of the console.' },
  fields: [
    aNumber('printerIndex', { zh: '打印机序号', en: 'Printer' }, [0, 3], { unitless: 'number', default: 0 }),
    aChoice('modelNo', { zh: '型号', en: 'Model' }, [
      { zh: '无', en: 'None' },
      { zh: '58毫米热敏', en: '58 mm thermal' },
      { zh: '76毫米针式', en: '76 mm dot matrix' },
      { zh: '80毫米热敏', en: '80 mm thermal' },
    ]),
    aChoice('pDev', { zh: '接口', en: 'Port' }, [
      { zh: '串口', en: 'Serial port' },
      { zh: 'USB', en: 'USB' },
      { zh: '蓝牙', en: 'Bluetooth' },
    ]),
    aNumber('pDevID', { zh: '接口号', en: 'Port number' }, [0, 7], { unitless: 'number', default: 0 }),
    aNumber('pVar', { zh: '打印参数', en: 'Printer variable' }, [-32768, 32767], { unitless: 'raw', default: 0, inDetail: true }),
    aText('modelInfo', { zh: '型号说明', en: 'Model description' }, 40, { optional: true }),
  ],
  groups: [],
  rules: [],
})
