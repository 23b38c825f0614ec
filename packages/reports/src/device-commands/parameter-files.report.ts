import { defineTabs } from '../define-report.ts'
import differences from './parameter-differences.tab.ts'
import fields from './parameter-fields.tab.ts'
import files from './parameter-files.tab.ts'

/** The parameter files of trucks, and in which fields they are not as wanted: by file, by field, and each one. */
export default defineTabs({
  path: 'setting/device_parameter/params_files',
  title: { zh: '参数文件', en: 'Parameter files' },
  tabs: [
    { name: '', label: { zh: '文件', en: 'Files' }, report: files },
    { name: 'fields', label: { zh: '按参数', en: 'By field' }, report: fields },
    { name: 'differences', label: { zh: '差异明细', en: 'Differences' }, report: differences },
  ],
})
