import { defineTabs } from '../define-report.ts'
import summary from './loss-summary.tab.ts'
import { lossReport } from './loss-tab.ts'
import stations from './station-products.tab.ts'

const title = { zh: '油品损溢分析', en: 'Oil loss and gain' }

export default defineTabs({
  path: 'cargo_monitor/data_analysis/oil_loss',
  title,
  tabs: [
    { name: 'whole', label: { zh: '整体损溢', en: 'Overall' }, report: lossReport('whole', title) },
    { name: 'compartment', label: { zh: '单仓损溢', en: 'Single compartment' }, report: lossReport('compartment', title) },
    { name: 'product', label: { zh: '油品损溢', en: 'Product' }, report: lossReport('product', title) },
    { name: 'stations', label: { zh: '油站油品', en: 'Stations' }, report: stations },
    { name: 'summary', label: { zh: '运输损耗汇总', en: 'Summary' }, report: summary },
  ],
})
