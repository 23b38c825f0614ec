import { type Exemption, exemptionOf } from '@tanker/domain/trucks/exemption'
import type { Moment } from '../moment.ts'

/** The exemption that covers an opening of a compartment (0: of the truck) where the truck is now; null where none does. */
export function exemptionNow({ context, state }: Moment, openedAt: number, compartment: number): Exemption | null {
  const { exemptions, zoneOffsetMinutes } = context
  if (exemptions === undefined) return null
  return exemptionOf(exemptions, { at: openedAt, placeId: state.membership.fence?.placeId ?? null, compartment, zoneOffsetMinutes })
}
