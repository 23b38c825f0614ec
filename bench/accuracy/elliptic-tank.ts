/** A lying tank of elliptic section, 2.2 m wide and 1.6 m high. */
const HALF_WIDTH_M = 1.1
const HALF_HEIGHT_M = 0.8
const HEIGHT_MM = 1600
const RADIANS = Math.PI / 180

/** Wetted share of the section by level, m²; one entry a mm. */
const sections = Float64Array.from({ length: HEIGHT_MM + 1 }, (_, mm) => sectionM2(mm))

function sectionM2(levelMm: number): number {
  const u = 1 - Math.min(Math.max(levelMm / 1000, 0), 2 * HALF_HEIGHT_M) / HALF_HEIGHT_M
  return HALF_WIDTH_M * HALF_HEIGHT_M * (Math.acos(u) - u * Math.sqrt(Math.max(0, 1 - u * u)))
}

/** Litres at a level, by the closed form. */
export const volumeAtL = (lengthM: number, levelMm: number): number => sectionM2(levelMm) * lengthM * 1000

/** Length of the tank that holds so many litres when full. */
export const lengthForM = (capacityL: number): number => capacityL / 1000 / (Math.PI * HALF_WIDTH_M * HALF_HEIGHT_M)

/** Level of so many litres, mm; of more than it holds, the top. */
export function levelOfMm(lengthM: number, volumeL: number): number {
  const wanted = volumeL / 1000 / lengthM
  if (wanted <= 0) return 0
  let low = 0
  let high = HEIGHT_MM
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((sections[middle] as number) > wanted) high = middle
    else low = middle
  }
  const from = sections[low] as number
  const to = sections[high] as number
  return Math.min(HEIGHT_MM, low + (wanted - from) / (to - from))
}

/** Litres more that lie under a surface whose centre stands at `levelMm`, because the tank is tilted along its length. */
export function tiltedExtraL(lengthM: number, levelMm: number, pitchDeg: number): number {
  const u = 1 - levelMm / 1000 / HALF_HEIGHT_M
  const root = Math.sqrt(Math.max(0.05, 1 - u * u))
  const bend = (2 * HALF_WIDTH_M * u) / (HALF_HEIGHT_M * root)
  return ((lengthM ** 3 * Math.tan(pitchDeg * RADIANS) ** 2) / 24) * bend * 1000
}

/** Level at the tank's centre of so many litres in a tank tilted along its length, mm. */
export function tiltedLevelMm(lengthM: number, volumeL: number, pitchDeg: number): number {
  const flatMm = levelOfMm(lengthM, volumeL)
  return levelOfMm(lengthM, volumeL - tiltedExtraL(lengthM, flatMm, pitchDeg))
}

/** How much lower the surface stands at a rod than at the centre, mm: x forward, y right, nose up and right side up positive. */
export function lowerAtRodMm(xM: number, yM: number, pitchDeg: number, rollDeg: number): number {
  return (xM * Math.tan(pitchDeg * RADIANS) + yM * Math.tan(rollDeg * RADIANS)) * 1000
}
