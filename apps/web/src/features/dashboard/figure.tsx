import type { Figure as CountedFigure } from '@tanker/contract/dashboard'
import type { Text } from '@tanker/domain/texts/text'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { text } from '../../platform/language.ts'
import { shownWhole } from '../../platform/shown-values.ts'

/** The address of the list that a number counts. */
export const addressOf = ({ path, tab, filters }: CountedFigure): { to: string; search: Record<string, string> } => ({
  to: `/${path}`,
  search: { ...(tab === null ? {} : { tab }), filters: JSON.stringify(filters) },
})

/** A number that opens its list, or words of its own that do. */
export const CountLink = ({ figure, children }: { readonly figure: CountedFigure; readonly children?: ReactNode }) => (
  <Link {...addressOf(figure)} className="dashboard-count">
    {children ?? shownWhole(figure.count)}
  </Link>
)

/** A number with its name; nothing where the user may not open the list. */
export const Figure = ({ label, figure }: { readonly label: Text; readonly figure: CountedFigure | null }) =>
  figure && (
    <div className="figure">
      <dt>{text(label)}</dt>
      <dd>
        <CountLink figure={figure} />
      </dd>
    </div>
  )
