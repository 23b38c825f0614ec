/** What stands between the arrows of a pagination: pages counted from 1; null for pages that are left out. */
export function pageNumbers(page: number, pages: number): readonly (number | null)[] {
  const shown = new Set([1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages))
  // One page that is left out takes no more room than its gap.
  if (shown.has(3)) shown.add(2)
  if (shown.has(pages - 2)) shown.add(pages - 1)
  const numbers = [...shown].toSorted((a, b) => a - b)
  return numbers.flatMap((number, index) => (index > 0 && number - (numbers[index - 1] ?? 0) > 1 ? [null, number] : [number]))
}
