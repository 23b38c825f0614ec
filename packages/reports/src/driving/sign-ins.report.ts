import { defineTabs } from '../define-report.ts'
import shifts from './shifts.tab.ts'
import alarms from './working-hours.tab.ts'

/** Hours of drivers: those beyond the limit, to which their alarms lead, and the shifts from sign-in to sign-out. */
export default defineTabs({
  path: 'driving_monitor/event_report/sign_dura',
  title: { zh: '驾驶员签到时长', en: 'Driver sign-in' },
  tabs: [
    { name: 'alarms', label: { zh: '工时超时', en: 'Over hours' }, report: alarms },
    { name: 'shifts', label: { zh: '签到时长', en: 'Shifts' }, report: shifts },
  ],
})
