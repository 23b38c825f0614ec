import { text } from '../language.ts'
import { shownWhole } from '../shown-values.ts'
import { ClosedIcon } from './icons.tsx'
import { pageNumbers } from './page-numbers.ts'
import './pagination.css'

const WORDS = {
  pages: { zh: '分页', en: 'Pages' },
  back: { zh: '上一页', en: 'Previous page' },
  on: { zh: '下一页', en: 'Next page' },
  size: { zh: '每页条数', en: 'Rows per page' },
} as const

type PaginationProps = {
  /** Counted from 0. */
  readonly page: number
  readonly size: number
  readonly sizes: readonly number[]
  /** Null while it is not known; there are at least `atLeast` then. */
  readonly total: number | null
  readonly atLeast: number
  /** Rows at which counting ended, since there are more; null where that is not so. */
  readonly moreThan?: number | null
  readonly onChange: (page: number, size: number) => void
}

/** How many rows there are, the pages of a list and how many rows a page has. */
export const Pagination = ({ page, size, sizes, total, atLeast, moreThan = null, onChange }: PaginationProps) => {
  const pages = Math.max(1, Math.ceil((total ?? Math.max(atLeast, moreThan ?? 0)) / size))
  return (
    <nav className="pages" aria-label={text(WORDS.pages)}>
      {total !== null && (
        <span className="pages-total">
          {text({ zh: `共 ${shownWhole(total)} 条`, en: total === 1 ? '1 row' : `${shownWhole(total)} rows` })}
        </span>
      )}
      {total === null && moreThan !== null && (
        <span className="pages-total">{text({ zh: `超过 ${shownWhole(moreThan)} 条`, en: `more than ${shownWhole(moreThan)} rows` })}</span>
      )}
      <button
        type="button"
        className="pages-arrow pages-back"
        aria-label={text(WORDS.back)}
        disabled={page === 0}
        onClick={() => onChange(page - 1, size)}
      >
        <ClosedIcon />
      </button>
      {pageNumbers(Math.min(page + 1, pages), pages).map((number, index) =>
        number === null ? (
          <span key={index < 3 ? 'before' : 'after'} className="pages-gap" aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={number}
            type="button"
            aria-label={text({ zh: `第 ${number} 页`, en: `Page ${number}` })}
            aria-current={number === page + 1 ? 'page' : undefined}
            onClick={() => number !== page + 1 && onChange(number - 1, size)}
          >
            {number}
          </button>
        ),
      )}
      <button
        type="button"
        className="pages-arrow"
        aria-label={text(WORDS.on)}
        disabled={page + 1 >= pages}
        onClick={() => onChange(page + 1, size)}
      >
        <ClosedIcon />
      </button>
      <select className="field" aria-label={text(WORDS.size)} value={size} onChange={({ target }) => onChange(0, Number(target.value))}>
        {sizes.map((one) => (
          <option key={one} value={one}>
            {text({ zh: `${one} 条/页`, en: `${one} / page` })}
          </option>
        ))}
      </select>
    </nav>
  )
}
