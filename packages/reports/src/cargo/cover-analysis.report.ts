import { defineTabs } from '../define-report.ts'
import hours from './cover-analysis-hours.tab.ts'
import trucks from './cover-analysis-trucks.tab.ts'

export default defineTabs({
  path: 'cargo_monitor/data_analysis/switch_cover_analysis',
  title: { zh: '开关盖分析', en: 'Cover analysis' },
  tabs: [
    { name: 'trucks', label: { zh: '按车辆', en: 'By truck' }, report: trucks },
    { name: 'hours', label: { zh: '按时段和地点', en: 'By hour and place' }, report: hours },
  ],
})
