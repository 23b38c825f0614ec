import { defineTabs } from '../define-report.ts'
import days from './exception-days.tab.ts'
import rows from './exception-rows.tab.ts'

/** How many driving exceptions there were: of whom, and on which day. */
export default defineTabs({
  path: 'driving_monitor/data_analysis/exception_sum',
  title: { zh: '行车异常汇总', en: 'Driving exceptions' },
  tabs: [
    { name: '', label: { zh: '汇总', en: 'Summary' }, report: rows },
    { name: 'days', label: { zh: '按日', en: 'By day' }, report: days },
  ],
})
