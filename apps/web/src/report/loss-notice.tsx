import type { ReportView } from '@tanker/contract/report-view'
import { text } from '../platform/language.ts'
import type { Row } from './actions.ts'

type LossNoticeProps = {
  readonly view: ReportView
  readonly rows: readonly Row[]
  /** The rows are not there yet: the line is kept free, so that the list does not move when they come. */
  readonly pending?: boolean
}

/** Losses of rows without a depot's ticket and a station's gauge are the truck's own word against itself: said above the list. */
export const LossNotice = ({ view, rows, pending = false }: LossNoticeProps) => {
  const hasLosses = view.columns.some(({ name }) => name === 'basis')
  if (hasLosses && pending) return <p className="report-notice report-notice-free" />
  const judged = hasLosses ? rows.length : 0
  const ownWord = rows.filter((row) => row['basis'] === 'truck-truck').length
  if (judged === 0 || ownWord === 0) return null
  return (
    <p className="report-notice" role="note">
      {text({
        zh: `本页 ${judged} 行中 ${ownWord} 行没有付油单和站罐数据，损耗为车载液位仪前后读数之差（车—车）。`,
        en: `${ownWord} of ${judged} rows have no depot ticket and no station gauge: loss is computed from the truck's own readings (truck to truck).`,
      })}
    </p>
  )
}
