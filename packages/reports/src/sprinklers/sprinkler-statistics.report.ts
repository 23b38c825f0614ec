import { defineTabs } from '../define-report.ts'
import days from './water-days.tab.ts'
import months from './water-months.tab.ts'
import works from './water-works.tab.ts'

/** What water trucks filled and sprayed, by day and month, and the works that they are sums of. */
export default defineTabs({
  path: 'monitor/sprinkler_statistics',
  title: { zh: '洒水作业统计', en: 'Sprinkler statistics' },
  tabs: [
    { name: 'days', label: { zh: '按日', en: 'By day' }, report: days },
    { name: 'months', label: { zh: '按月', en: 'By month' }, report: months },
    { name: 'works', label: { zh: '作业明细', en: 'Works' }, report: works },
  ],
})
