import abnormalUnsealings from './cargo/abnormal-unsealings.report.ts'
import type { AnyReport } from './define-report.ts'
import overspeedAlarms from './driving/overspeed-alarms.report.ts'

/** Every report, in the order of the menu: the table of contents. */
export const ALL_REPORTS = [abnormalUnsealings, overspeedAlarms] as unknown as readonly AnyReport[]
