import type { Text } from '@tanker/domain/texts/text'
import type { ReactNode } from 'react'
import { text } from '../../platform/language.ts'

type RightsTableProps = {
  /** What its rows are. */
  readonly label: string
  readonly headings: readonly Text[]
  /** Each row has a last cell of its own, for what can be done with it. */
  readonly withActions?: boolean
  /** The rows. */
  readonly children: ReactNode
}

const ACTIONS = { zh: '操作', en: 'Actions' } as const

/** A short table inside a dialog, which scrolls by itself and by keyboard. */
export const RightsTable = ({ label, headings, withActions = false, children }: RightsTableProps) => (
  <div className="rights-table" tabIndex={0} role="group" aria-label={label}>
    <table>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading.en} scope="col">
              {text(heading)}
            </th>
          ))}
          {withActions && (
            <th scope="col">
              <span className="entity-only-heard">{text(ACTIONS)}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
