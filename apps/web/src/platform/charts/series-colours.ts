/** Lines that stand beside each other, by their number: no state's and no product's colour; legible on light and dark. */
const SERIES_COLOURS = [
  '#3b82c4',
  '#e07b26',
  '#7a6ad8',
  '#0f9d8a',
  '#c05299',
  '#8a7a2e',
  '#5d7f99',
  '#b06a4f',
  '#4f8f3a',
  '#9a5fb5',
] as const

export const seriesColour = (index: number): string => SERIES_COLOURS[index % SERIES_COLOURS.length] ?? SERIES_COLOURS[0]
