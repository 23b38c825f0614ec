import { aChoice, aCount, aNumber, aSwitch, aText, defineDeviceFile } from '../define-device-file.ts'
import {
  busFields,
  cameraMaskFields,
  identityFields,
  intervalFields,
  serialPortFields,
  serverFields,
  systemRules,
} from './system-fields.ts'

/** The controller of the seals. The inputs and their labels are ours: spec 5.3 has labels 0–31 without duplicates and names no file for them. */
export const ctlsyscfg = defineDeviceFile({
  name: 'ctlsyscfg.txt',
  number: 1,
  title: { zh: '控制器系统参数', en: 'Controller system' },
  forCustomers: true,
  about: { zh: '控制器的身份、通信和开关量输入。', en: 'Identity, communication and switched inputs of the controller.' },
  fields: [
    ...identityFields,
    ...serverFields,
    ...intervalFields,
    ...serialPortFields(2),
    ...busFields,
    ...cameraMaskFields,
    aCount('inputCount', { zh: '输入数量', en: 'Inputs' }, 32),
  ],
  groups: [
    {
      key: 'inputs',
      label: { zh: '开关量输入', en: 'Switched inputs' },
      entry: { zh: '输入', en: 'Input' },
      max: 32,
      countedBy: 'inputCount',
      grows: true,
      fields: [
        aNumber('label', { zh: '标签', en: 'Label' }, [0, 31], {
          unitless: 'number',
          hint: { zh: '0到31，不可重复。', en: '0 to 31, each once.' },
        }),
        aText('name', { zh: '名称', en: 'Name' }, 20),
        aSwitch('en', { zh: '启用', en: 'In use' }, { default: 1 }),
        aChoice('active', { zh: '有效电平', en: 'Active' }, [
          { zh: '低电平', en: 'Low' },
          { zh: '高电平', en: 'High' },
        ]),
      ],
    },
  ],
  rules: [
    ...systemRules,
    { rule: 'unique', group: 'inputs', fields: ['label'], text: { zh: '标签重复', en: 'Two inputs have the same label' } },
  ],
})
