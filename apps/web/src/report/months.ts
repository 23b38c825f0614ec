/** Years of months in the list; an older month stays in it while the address names it. */
const yearsOffered = 5

/** The months of which one is chosen, `2026-03`, the newest first; with the one that is chosen now. */
export function monthsToChoose(today: Date, chosen: string | undefined): readonly string[] {
  const months = Array.from({ length: yearsOffered * 12 }, (_, back) => {
    const month = new Date(today.getFullYear(), today.getMonth() - back, 1)
    return `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, '0')}`
  })
  return chosen === undefined || months.includes(chosen) ? months : [...months, chosen].toSorted().toReversed()
}
