import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useMenus } from '../../platform/account/account-queries.ts'
import { menuLinks } from '../../platform/account/menu-groups.ts'
import { text } from '../../platform/language.ts'
import { Popover } from '../../platform/ui/popover.tsx'
import { type Destinations, presentPeriod, type TruckLink, truckLinks } from './truck-links.ts'

const WORDS = {
  links: { zh: '该车的记录', en: 'Records of this truck' },
  more: { zh: '更多', en: 'More' },
} as const

const LinkTo = ({ link, className }: { link: TruckLink; className: string }) => (
  <Link to={`/${link.path}`} search={link.search} className={className}>
    {link.name}
  </Link>
)

type CardLinksProps = {
  readonly truckId: number
  readonly plate: string
  /** Since when the present lasts, ms UTC, as that of a running trip with its loading; null: since midnight. */
  readonly since: number | null
  readonly destinations: Destinations
}

/** Where the card leads on: the screens about this truck, for its running trip or for today. */
export const CardLinks = ({ truckId, plate, since, destinations }: CardLinksProps) => {
  const menus = useMenus().data
  const menu = useMemo(() => (menus ? menuLinks(menus) : []), [menus])
  const { first, more } = truckLinks({ id: truckId, plate }, presentPeriod(since, Date.now()), menu, destinations)
  if (first.length + more.length === 0) return null
  return (
    <nav className="card-links" aria-label={text(WORDS.links)}>
      {first.map((link) => (
        <LinkTo key={link.path} link={link} className="card-link" />
      ))}
      {more.length > 0 && (
        <Popover label={text(WORDS.more)} trigger={text(WORDS.more)} buttonClass="card-link" width={240}>
          {() => (
            <div className="card-more">
              {more.map((link) => (
                <LinkTo key={link.path} link={link} className="popover-item" />
              ))}
            </div>
          )}
        </Popover>
      )}
    </nav>
  )
}
