import { defineTabs } from '../define-report.ts'
import days from './upload-days.tab.ts'
import gaps from './upload-gaps.tab.ts'

export default defineTabs({
  path: 'setting/base_data/upload_statistic',
  title: { zh: '上传统计', en: 'Upload statistics' },
  tabs: [
    { name: 'days', label: { zh: '按日统计', en: 'By day' }, report: days },
    { name: 'gaps', label: { zh: '数据缺口', en: 'Gaps' }, report: gaps },
  ],
})
