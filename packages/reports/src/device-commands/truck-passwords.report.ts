import { defineTabs } from '../define-report.ts'
import keys from './password-keys.tab.ts'
import passwords from './truck-passwords.tab.ts'

/** One-time passwords of trucks, and the keys by which consoles check them. */
export default defineTabs({
  path: 'setting/alarm_threshold/send_pwd',
  title: { zh: '远程下发密码', en: 'One-time passwords' },
  tabs: [
    { name: 'passwords', label: { zh: '一次性密码', en: 'Passwords' }, report: passwords },
    { name: 'keys', label: { zh: '车辆密钥', en: 'Keys of trucks' }, report: keys },
  ],
})
