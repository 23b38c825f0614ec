import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../platform/http/refusal.ts'

/** Refusals of reports and their exports. */
export const reportErrors = {
  notFromAlarm: () =>
    new Refusal('not-from-alarm', RESULT.badRequest, {
      zh: '该列表不能从报警打开，请去掉参数 fromAlarm 并选择筛选条件。',
      en: 'This list does not open from an alarm. Please leave out fromAlarm and choose filters.',
    }),
  // spec 5.4
  periodTooFarBack: (days: number) =>
    new Refusal('period-too-far-back', RESULT.badRequest, {
      zh: `只能查询最近 ${days} 天的数据，请调整开始时间。`,
      en: `Only the last ${days} days can be asked for. Please choose a later start.`,
    }),
  tooManyReadings: (most: number) =>
    new Refusal('too-many-readings', RESULT.badRequest, {
      zh: `曲线的数据超过 ${most.toLocaleString('en-US')} 行，请缩短时间或少选车辆。`,
      en: `The curves are of more than ${most.toLocaleString('en-US')} rows. Please choose a shorter period or fewer trucks.`,
    }),
  /** Never read: the browser has disconnected. */
  exportCancelled: () => new Refusal('export-cancelled', RESULT.badRequest, { zh: '导出已取消。', en: 'The export was cancelled.' }),
  tooManyExports: () =>
    new Refusal('too-many-exports', RESULT.tooMany, {
      zh: '正在导出的任务较多，请过一分钟再试，或缩短时间范围。',
      en: 'Many exports are running. Please try again in a minute, or choose a shorter period.',
    }),
  ownExportRunning: () =>
    new Refusal('own-export-running', RESULT.tooMany, {
      zh: '您的另一个导出仍在进行，请等它下载完成后再导出。',
      en: 'Another export of yours is still running. Please wait until its file has arrived, then export again.',
    }),
  // spec 5.4
  nothingToExport: () =>
    new Refusal('nothing-to-export', RESULT.badRequest, {
      zh: '无明细数据可导出',
      en: 'No detail data to export',
    }),
} as const
