/** Openings of a truck that are not abnormal, as people said beforehand. */
export type Exemption = {
  readonly id: number
  readonly reason: string
  /** As `Fence.placeId`; null: anywhere. */
  readonly placeId: number | null
  /** 1–10; null: all. */
  readonly compartment: number | null
  /** Ms since 1970 UTC; `untilAt` is no longer covered. */
  readonly fromAt: number
  readonly untilAt: number
  /** Minutes after midnight of the truck's zone; null: all day. Past midnight where `to` is before `from`. */
  readonly daily: { readonly from: number; readonly to: number } | null
}

/** An opening as exemptions see it. */
type Opening = {
  /** Ms since 1970 UTC. */
  readonly at: number
  readonly placeId: number | null
  /** 1–10, 0 for the truck. */
  readonly compartment: number
  /** Minutes east of UTC. */
  readonly zoneOffsetMinutes: number
}

const MINUTES_A_DAY = 1_440

/** The exemption that covers an opening; null where none does. Of several the first. */
export function exemptionOf(exemptions: readonly Exemption[], { at, placeId, compartment, zoneOffsetMinutes }: Opening): Exemption | null {
  for (const one of exemptions) {
    if (at < one.fromAt || at >= one.untilAt) continue
    if (one.placeId !== null && one.placeId !== placeId) continue
    if (one.compartment !== null && one.compartment !== compartment) continue
    if (one.daily !== null && !isWithin(one.daily, at, zoneOffsetMinutes)) continue
    return one
  }
  return null
}

function isWithin({ from, to }: { readonly from: number; readonly to: number }, at: number, zoneOffsetMinutes: number): boolean {
  const local = Math.floor(at / 60_000) + zoneOffsetMinutes
  const minute = ((local % MINUTES_A_DAY) + MINUTES_A_DAY) % MINUTES_A_DAY
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}
