import type { Menus } from '@tanker/contract/session'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { queryClient } from '../calls/query-client.ts'
import { MENUS } from './account-queries.ts'
import { menuLinks } from './menu-groups.ts'

/** The route of the map board with its truck cards. */
export const BOARD = 'monitor/cargo_transport'

const known = new WeakMap<Menus, ReadonlySet<string>>()

/** Whether the user's role has a screen; yes until the menu has been read. After a change of rights everything is drawn again. */
export const hasScreen = (path: string): boolean => {
  const menus = queryClient.getQueryData<Menus>(MENUS)
  if (!menus) return true
  const paths = known.get(menus) ?? new Set(menuLinks(menus).map(({ url }) => url))
  known.set(menus, paths)
  return paths.has(path)
}

type BoardLinkProps = {
  readonly search: { readonly truck: string } | { readonly status: string }
  readonly title?: string
  readonly tabIndex?: number
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** Leads to the board, or is plain text for users whose role does not have it. */
export const BoardLink = ({ search, children, ...attributes }: BoardLinkProps) =>
  hasScreen(BOARD) ? (
    <Link to={`/${BOARD}`} search={search} {...attributes}>
      {children}
    </Link>
  ) : (
    <span>{children}</span>
  )
