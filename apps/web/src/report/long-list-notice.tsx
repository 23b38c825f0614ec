import type { ReportView } from '@tanker/contract/report-view'

type LongListNoticeProps = {
  readonly view: Pick<ReportView, 'longList'>
  /** Null until the rows are counted. */
  readonly total: number | null
}

/** A list too long to be read row by row says what to do about it. */
export const LongListNotice = ({ view: { longList }, total }: LongListNoticeProps) =>
  longList === null || total === null || total <= longList.above ? null : (
    <p className="report-notice" role="note">
      {longList.says}
    </p>
  )
