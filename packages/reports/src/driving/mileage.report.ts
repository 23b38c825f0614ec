import { defineTabs } from '../define-report.ts'
import drives from './drives.tab.ts'
import days from './mileage-days.tab.ts'
import month from './mileage-month.tab.ts'

/** Distances driven, by day and as a month, and the pieces that they are sums of. */
export default defineTabs({
  path: 'driving_monitor/data_analysis/truck_daily_mile',
  title: { zh: '车辆里程统计', en: 'Daily mileage' },
  tabs: [
    { name: 'days', label: { zh: '按日', en: 'By day' }, report: days },
    { name: 'month', label: { zh: '月矩阵', en: 'Month' }, report: month },
    { name: 'drives', label: { zh: '行驶明细', en: 'Drives' }, report: drives },
  ],
})
