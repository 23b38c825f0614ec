/** By it spreadsheets know that the file is UTF-8; without it Chinese text is unreadable in some of them. */
export const CSV_MARK = '\uFEFF'

/** What spreadsheets take for a formula, which could read or send other cells. */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/** A line of RFC 4180 with its end. A text that begins like a formula gets an apostrophe, so that it stays a text; numbers stay as they are. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells
    .map((cell) => {
      if (cell === null) return ''
      if (typeof cell === 'number') return String(cell)
      const harmless = FORMULA.test(cell) ? `'${cell}` : cell
      return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
    })
    .join(',')}\r\n`
