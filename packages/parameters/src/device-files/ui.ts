import { aChoice, aNumber, aSwitch, aText, defineDeviceFile } from '../define-device-file.ts'
import { PERCENT } from './units.ts'

/** The console's screen. Spec 3.12 names the settings; the keys, except `profuncv`, and `language` are ours. */
export const ui = defineDeviceFile({
  name: 'ui.cfg',
  number: 9,
  title: { zh: '主机界面参数', en: 'Console screen' },
  forCustomers: true,
  about: { zh: '主机屏幕显示什么，按键和打印怎么用。', en: 'What the console’s screen shows, and how its keys and printing work.' },
  fields: [
    aSwitch('batteryIcon', { zh: '电池图标', en: 'Battery icon' }),
    aChoice('truckDirection', { zh: '车头方向', en: 'Truck direction' }, [
      { zh: '从左到右', en: 'Left to right' },
      { zh: '从右到左', en: 'Right to left' },
    ]),
    aChoice('keyboardType', { zh: '键盘类型', en: 'Keyboard' }, [
      { zh: '20键', en: '20 keys' },
      { zh: '4键', en: '4 keys' },
    ]),
    aSwitch('f2ChangeProduct', { zh: 'F2更换油品', en: 'F2 changes the product' }),
    aSwitch('fastPrint', { zh: '快速打印', en: 'Fast print' }),
    aSwitch('forcePrint', { zh: '强制打印', en: 'Force print' }),
    aNumber('brightness', { zh: '屏幕亮度', en: 'Brightness' }, [1, 100], { unit: PERCENT, default: 80 }),
    aSwitch('densimeterShow', { zh: '显示密度计', en: 'Show densimeter' }),
    aSwitch(
      'densityPressure',
      { zh: '密度压力', en: 'Density pressure' },
      { hint: { zh: '用压力推算密度。', en: 'Density is derived from the pressure.' } },
    ),
    aNumber('cabinCount', { zh: '仓数', en: 'Compartments' }, [1, 10], {
      unitless: 'count',
      formMax: { staff: 5, customer: 9 },
      own: true,
    }),
    aSwitch('showWorkSerial', { zh: '显示作业流水号', en: 'Show work serial' }),
    aSwitch('userPwdEn', { zh: '启用用户密码', en: 'User password' }),
    aText('userPwd', { zh: '用户密码', en: 'Password' }, 8, {
      form: 'digits',
      secret: true,
      optional: true,
      own: true,
      hint: { zh: '1到8位数字；不填则保持不变。', en: 'One to eight digits; left empty it stays as it is.' },
    }),
    aChoice('profuncv', { zh: '产品功能', en: 'Kind of truck' }, [
      { zh: '油罐车', en: 'Oil truck' },
      { zh: '其他罐车', en: 'Other tanker' },
    ]),
    aSwitch('hideTemp', { zh: '隐藏温度', en: 'Hide temperature' }),
    aSwitch('hideVol', { zh: '隐藏视体积', en: 'Hide volume' }),
    aSwitch('hideStdVol', { zh: '隐藏标准体积', en: 'Hide standard volume' }),
    aChoice('language', { zh: '主机语言', en: 'Language of the console' }, [
      { zh: '中文', en: 'Chinese' },
      { zh: '英文', en: 'English' },
    ]),
  ],
  groups: [],
  rules: [
    {
      rule: 'compartment-count',
      field: 'cabinCount',
      text: { zh: '与基础数据中该车的仓数不同', en: 'Differs from the truck’s number of compartments in base data' },
    },
    {
      rule: 'needs',
      field: 'userPwdEn',
      value: 1,
      needs: 'userPwd',
      text: { zh: '启用用户密码后必须填写密码', en: 'A user password that is on needs a password' },
    },
  ],
})
