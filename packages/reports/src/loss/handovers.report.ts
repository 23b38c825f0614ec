import { defineTabs } from '../define-report.ts'
import deliveries from './handed-deliveries.tab.ts'
import shifts from './shift-handovers.tab.ts'

/** Deliveries handed over at stations, and shifts handed over at the alarm desk. */
export default defineTabs({
  path: 'handover',
  title: { zh: '交接管理', en: 'Handovers' },
  tabs: [
    { name: 'deliveries', label: { zh: '油品交接', en: 'Deliveries' }, report: deliveries },
    { name: 'shift_handover', label: { zh: '交接班', en: 'Shifts' }, report: shifts },
  ],
})
