import type { NamedView, ViewContent } from '@tanker/contract/named-views'
import type { FilterValue, ReportView } from '@tanker/contract/report-view'
import { NAMED_PERIODS } from '@tanker/domain/texts/named-period'
import { dayText } from '@tanker/domain/texts/time-text'
import { language, text } from '../platform/language.ts'
import type { FilterValues } from '../platform/screen-frame/filter-values.ts'
import { typedMinute } from '../platform/typed-moments.ts'
import { useNamedViews } from '../platform/views/use-named-views.ts'
import { type Asked, type Reader, readAsked } from './asked.ts'
import type { ColumnChoice } from './hidden-columns.ts'
import type { OpenedView } from './opened-view.ts'
import type { RateUnit } from './report-columns.tsx'
import { choiceOf, contentOf, isSameView, movingName, type Shown } from './view-content.ts'
import { ViewMenu } from './view-menu.tsx'

const WORDS = {
  gone: {
    zh: '该视图已被删除或不再共享给您，现显示标准列表。',
    en: 'This view was deleted or is no longer shared with you. The standard list is shown.',
  },
  narrowed: {
    zh: '该视图中有您无权查看的车辆或组织，未包含在内。',
    en: 'This view has trucks or organisations that you do not see. They are left out.',
  },
} as const

/** The first period or month of a list that has a name now, and how its days are written. */
function movingIn(view: ReportView, filters: FilterValues, now: Date): { name: string; fixed: string } | null {
  for (const filter of view.filters) {
    const value = filters[filter.name]
    const name = movingName(filter, value, now)
    if (name === null) continue
    const { from, to } = value as FilterValue<'period'>
    const fixed = typeof value === 'string' ? dayText(value, language) : `${typedMinute(Date.parse(from))} – ${typedMinute(Date.parse(to))}`
    return { name: text(NAMED_PERIODS[name].name), fixed }
  }
  return null
}

type ListViewsProps = {
  readonly view: ReportView
  readonly opened: OpenedView
  readonly asked: Asked
  /** Whose list it is, and when. */
  readonly reader: Reader
  readonly choice: ColumnChoice
  readonly rateUnit: RateUnit
  readonly onOpen: (view: Pick<NamedView, 'id'> | null) => void
  readonly onBack: () => void
}

/** The views of a list beside its title; nothing where they could not be read. */
export const ListViews = ({ view, opened, asked, reader, choice, rateUnit, onOpen, onBack }: ListViewsProps) => {
  const views = useNamedViews()
  if (!views.data) return null
  const { filters } = asked
  const shown: Shown | null = filters && { filters, asked, choice, rateUnit }
  const contentNow = shown && ((moving: boolean, kept: ViewContent | null) => contentOf(view, shown, reader, { moving, kept }))
  const content = opened.view?.content ?? null
  const ofView = content && readAsked(view, {}, reader, content)
  const changed =
    content !== null &&
    ofView !== null &&
    shown !== null &&
    !isSameView(
      contentOf(view, shown, reader),
      contentOf(view, { filters: ofView.filters ?? {}, asked: ofView, choice: choiceOf(content), rateUnit: content.rateUnit }, reader),
    )
  return (
    <>
      <ViewMenu
        report={view}
        views={views.data}
        opened={opened}
        changed={changed}
        contentNow={contentNow}
        moving={filters && movingIn(view, filters, reader.now)}
        onOpen={onOpen}
        onBack={onBack}
      />
      {(opened.gone || opened.view?.narrowed) && (
        <p className="report-from-alarm" role="status">
          {text(opened.gone ? WORDS.gone : WORDS.narrowed)}
        </p>
      )}
    </>
  )
}
