import type { LeadsTo } from '../define-report.ts'

/** The list of fields that differ, to which their counts lead. */
export const DIFFERENCES: LeadsTo = {
  path: 'setting/device_parameter/params_files',
  tab: 'differences',
  keeps: { scope: 'scope', file: 'file' },
}
