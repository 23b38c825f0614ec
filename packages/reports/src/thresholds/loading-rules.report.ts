import { defineTabs } from '../define-report.ts'
import organisations from './loading-organisations.tab.ts'
import trucks from './loading-trucks.tab.ts'

export default defineTabs({
  path: 'setting/alarm_threshold/st_abnormal_oil_loading',
  title: { zh: '异常装油设置', en: 'Abnormal loading setup' },
  tabs: [
    { name: 'organisations', label: { zh: '按组织', en: 'By organisation' }, report: organisations },
    { name: 'trucks', label: { zh: '按车辆', en: 'By truck' }, report: trucks },
  ],
})
