import { defineTabs } from '../define-report.ts'
import sums from './fence-sums.tab.ts'
import visits from './fence-visits.tab.ts'

/** Distances and stays by fence, and the single visits. */
export default defineTabs({
  path: 'driving_monitor/data_analysis/fency_mileage',
  title: { zh: '围栏里程统计', en: 'Fence mileage' },
  tabs: [
    { name: '', label: { zh: '按围栏', en: 'By fence' }, report: sums },
    { name: 'visits', label: { zh: '进出记录', en: 'Visits' }, report: visits },
  ],
})
