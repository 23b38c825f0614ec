import { readReportAgain } from '../../report/report-query.ts'

/** The list of tests is loaded again when it is next shown. */
export const readTestsAgain = (): void => readReportAgain('setting/base_data/test')
