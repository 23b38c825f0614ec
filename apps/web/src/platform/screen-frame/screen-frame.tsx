import { type ReactNode, type SubmitEvent, useState } from 'react'
import { text } from '../language.ts'
import './report.css'
import './screen-frame.css'
import { ChevronDownIcon, ChevronUpIcon } from '../ui/icons.tsx'

const WORDS = {
  filters: { zh: '筛选', en: 'Filters' },
  search: { zh: '查询', en: 'Search' },
} as const

type ScreenFrameProps = {
  readonly title: string
  readonly filters: ReactNode
  readonly tools?: ReactNode
  /** Null where a change of a filter counts at once. */
  readonly onSearch: (() => void) | null
  /** Nothing can be shown before something is chosen: on a phone too the filters stand open then. */
  readonly asksFirst?: boolean
  readonly children: ReactNode
}

/** Title, tools and a line of filters, as every list of the web console has them; what stands below is the screen's own. */
export const ScreenFrame = ({ title, filters, tools, onSearch, asksFirst = false, children }: ScreenFrameProps) => {
  const [filtersOpen, setFiltersOpen] = useState(asksFirst)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setFiltersOpen(false)
    onSearch?.()
  }
  return (
    <div className="report">
      <header className="report-head">
        <h1>{title}</h1>
        <div className="report-tools">
          <button
            type="button"
            className="button report-filters-button"
            aria-expanded={filtersOpen}
            onClick={() => setFiltersOpen(!filtersOpen)}
          >
            {text(WORDS.filters)}
            {filtersOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
          </button>
          {tools}
        </div>
      </header>
      <form className="report-filters" data-open={filtersOpen} onSubmit={submit}>
        {filters}
        {onSearch && (
          <div className="report-buttons">
            <button type="submit" className="button button-primary">
              {text(WORDS.search)}
            </button>
          </div>
        )}
      </form>
      {children}
    </div>
  )
}
