import { defineAction } from './define-action.ts'

type TestRow = { readonly result: string; readonly reportNo: string | null }

const permission = 'tests:run'
const isOpen = (row: Pick<TestRow, 'result'>): boolean => row.result === 'open'

export const newTest = defineAction({
  name: 'new-test',
  buttons: { list: { zh: '新建检测', en: 'New test' } },
  permission,
  primary: true,
})

export const continueTest = defineAction({
  name: 'continue-test',
  buttons: { row: { zh: '继续', en: 'Continue' } },
  permission,
  appliesTo: isOpen,
})

export const cancelTest = defineAction({
  name: 'cancel-test',
  buttons: { row: { zh: '取消', en: 'Cancel' } },
  permission,
  appliesTo: isOpen,
})

export const showTest = defineAction({
  name: 'show-test',
  buttons: { row: { zh: '查看', en: 'View' } },
  permission: null,
  insteadOf: continueTest.name,
})

/** A cancelled test has no report. */
export const printTest = defineAction({
  name: 'print-test',
  buttons: { row: { zh: '打印', en: 'Print' } },
  permission: null,
  appliesTo: (row: TestRow) => !isOpen(row) && row.reportNo !== null,
})
