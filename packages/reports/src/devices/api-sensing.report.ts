import { defineTabs } from '../define-report.ts'
import history from './sensing-history.tab.ts'
import now from './sensing-now.tab.ts'

/** Sensor values of the probes at API valves, and how far they are from misjudging. */
export default defineTabs({
  path: 'device_monitor/other_devices/api_sensing',
  title: { zh: 'API阀传感监测', en: 'API valve sensing' },
  tabs: [
    { name: '', label: { zh: '实时', en: 'Now' }, report: now },
    { name: 'history', label: { zh: '历史', en: 'History' }, report: history },
  ],
})
