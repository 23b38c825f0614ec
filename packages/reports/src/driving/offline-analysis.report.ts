import { defineTabs } from '../define-report.ts'
import days from './offline-days.tab.ts'
import places from './offline-places.tab.ts'
import trucks from './offline-trucks.tab.ts'

/** How often and how long trucks were silent, and why. */
export default defineTabs({
  path: 'driving_monitor/exception_report/off_line_analysis',
  title: { zh: '离线分析', en: 'Offline analysis' },
  tabs: [
    { name: 'trucks', label: { zh: '按车辆', en: 'By truck' }, report: trucks },
    { name: 'places', label: { zh: '按地点', en: 'By place' }, report: places },
    { name: 'days', label: { zh: '按日', en: 'By day' }, report: days },
  ],
})
