import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { text } from '../language.ts'

type LossNoticeProps = { readonly view: ReportView; readonly rows: ReportRows['content'] }

/** Losses of rows without a depot's ticket and a station's gauge are the truck's own word against itself: said above the list. */
export const LossNotice = ({ view, rows }: LossNoticeProps) => {
  const judged = view.columns.some(({ name }) => name === 'basis') ? rows.length : 0
  const ownWord = rows.filter((row) => row['basis'] === 'truck-truck').length
  if (judged === 0 || ownWord === 0) return null
  return (
    <p className="report-notice" role="note">
      {text({
        zh: `本页 ${judged} 行中有 ${ownWord} 行没有付油单和站罐数据，损耗按车载液位仪装卸前后读数计算（车—车）；在测量误差以内的判为“误差范围内”。`,
        en: `${ownWord} of the ${judged} rows on this page have neither a depot ticket nor a station gauge: their loss is the truck's own readings against each other. What lies within the error of measurement is "Cannot tell".`,
      })}
    </p>
  )
}
