import type { Text } from '../texts/text.ts'

/**
 * Spec 9: sixteen directional names, "north, northeast by north and so on".
 * The names between the eight main ones follow the wording of the specification, not the 32-point compass.
 */
export const HEADINGS = [
  { zh: '正北', en: 'North' },
  { zh: '东北偏北', en: 'Northeast by north' },
  { zh: '东北', en: 'Northeast' },
  { zh: '东北偏东', en: 'Northeast by east' },
  { zh: '正东', en: 'East' },
  { zh: '东南偏东', en: 'Southeast by east' },
  { zh: '东南', en: 'Southeast' },
  { zh: '东南偏南', en: 'Southeast by south' },
  { zh: '正南', en: 'South' },
  { zh: '西南偏南', en: 'Southwest by south' },
  { zh: '西南', en: 'Southwest' },
  { zh: '西南偏西', en: 'Southwest by west' },
  { zh: '正西', en: 'West' },
  { zh: '西北偏西', en: 'Northwest by west' },
  { zh: '西北', en: 'Northwest' },
  { zh: '西北偏北', en: 'Northwest by north' },
] as const satisfies readonly Text[]

const sectorDeg = 360 / HEADINGS.length

/** The name of a heading; each covers 22.5°, half on either side. */
export function headingText(headingDeg: number): Text {
  const turned = ((headingDeg % 360) + 360) % 360
  const sector = Math.floor((turned + sectorDeg / 2) / sectorDeg) % HEADINGS.length
  return HEADINGS[sector] ?? HEADINGS[0]
}
