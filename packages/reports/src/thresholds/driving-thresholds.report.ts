import { defineTabs } from '../define-report.ts'
import organisations from './driving-organisations.tab.ts'
import trucks from './driving-trucks.tab.ts'

export default defineTabs({
  path: 'setting/alarm_threshold/threshold',
  title: { zh: '行车阈值设置', en: 'Driving thresholds' },
  tabs: [
    { name: 'organisations', label: { zh: '按组织', en: 'By organisation' }, report: organisations },
    { name: 'trucks', label: { zh: '按车辆', en: 'By truck' }, report: trucks },
  ],
})
