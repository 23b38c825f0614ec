import type { ReportView } from '@tanker/contract/report-view'
import { text } from '../platform/language.ts'
import { shownWhole } from '../platform/shown-values.ts'

type NoTotalsNoticeProps = {
  readonly columns: readonly Pick<ReportView['columns'][number], 'total'>[]
  /** Rows at which counting ended; null where all were counted. */
  readonly moreThan: number | null
}

/** A list that is too long to be summed up says so, and how to get its totals. */
export const NoTotalsNotice = ({ columns, moreThan }: NoTotalsNoticeProps) =>
  moreThan === null || !columns.some(({ total }) => total) ? null : (
    <p className="report-notice" role="note">
      {text({
        zh: `超过 ${shownWhole(moreThan)} 条时不计合计，请缩短时间或增加条件。`,
        en: `Above ${shownWhole(moreThan)} rows there are no totals: choose a shorter period or more filters.`,
      })}
    </p>
  )
