import type { RepairOrder } from '@tanker/contract/repair-orders'
import { REPAIR_OUTCOMES, REPAIR_STATES } from '@tanker/domain/devices/repair-order'
import { text } from '../../platform/language.ts'
import { shownTime } from '../../platform/shown-values.ts'
import './repair-orders.css'

const WORDS = {
  title: { zh: '以往维修', en: 'Former repairs' },
  cameBack: { zh: '七天内复发', en: 'came back within 7 days' },
} as const

const line = (order: RepairOrder): string =>
  [
    shownTime(order.endedAt ?? order.createdAt),
    text(order.outcome === null ? REPAIR_STATES[order.state] : REPAIR_OUTCOMES[order.outcome]),
    order.repairer,
    order.resultNote,
  ]
    .filter((one) => one !== '')
    .join(' · ')

/** How the part was repaired before; nothing where it never was. */
export const FormerOrders = ({ orders }: { readonly orders: readonly RepairOrder[] }) =>
  orders.length > 0 && (
    <section className="repair-former" aria-label={text(WORDS.title)}>
      <h3>{text(WORDS.title)}</h3>
      <ul>
        {orders.map((order) => (
          <li key={order.id}>
            {line(order)}
            {order.cameBack && <b> {text(WORDS.cameBack)}</b>}
          </li>
        ))}
      </ul>
    </section>
  )
