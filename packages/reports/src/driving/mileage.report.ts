import { defineTabs } from '../define-report.ts'
import days from './mileage-days.tab.ts'
import month from './mileage-month.tab.ts'

/** Distances driven, by day and as a month. */
export default defineTabs({
  path: 'driving_monitor/data_analysis/truck_daily_mile',
  title: { zh: '车辆里程统计', en: 'Daily mileage' },
  tabs: [
    { name: 'days', label: { zh: '按日', en: 'By day' }, report: days },
    { name: 'month', label: { zh: '月矩阵', en: 'Month' }, report: month },
  ],
})
