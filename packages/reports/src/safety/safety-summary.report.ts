import { defineTabs } from '../define-report.ts'
import days from './safety-summary-days.tab.ts'
import hours from './safety-summary-hours.tab.ts'
import rows from './safety-summary-rows.tab.ts'

/** How many alarms of active safety there were: of whom, on which day, in which hour. */
export default defineTabs({
  path: 'active_safety/data_analysis/adas_can_collect',
  title: { zh: '主动安全汇总', en: 'Active-safety summary' },
  tabs: [
    { name: 'rows', label: { zh: '汇总', en: 'Summary' }, report: rows },
    { name: 'days', label: { zh: '按日', en: 'By day' }, report: days },
    { name: 'hours', label: { zh: '按时段', en: 'By hour' }, report: hours },
  ],
})
