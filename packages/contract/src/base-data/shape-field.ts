import type { FenceShape, LngLat } from '@tanker/domain/fences/fence'
import { fenceProblem } from '@tanker/domain/fences/fence-geometry'
import { areaM2, lengthM } from '@tanker/domain/fences/geo'
import type { Text } from '@tanker/domain/texts/text'
import { type About, type Field, field, WrongValue } from './fields.ts'

const wrong = (zh: string, en: string): WrongValue => new WrongValue({ zh, en })

// spec 5.3
const NOT_DRAWN = wrong('尚未绘制，请先在地图上绘制围栏', 'has not been drawn; please draw the fence on the map first')
const UNREADABLE = wrong(
  '无法识别，应为“经度, 纬度, 半径(米)”，或用分号隔开的各点“经度 纬度; 经度 纬度; …”',
  'cannot be read; it must be "longitude, latitude, radius in m" or the points "longitude latitude; longitude latitude; …"',
)

/** To a tenth of a metre, as the form keeps coordinates. */
const degrees = (value: number): number => Math.round(value * 1e6) / 1e6
const decimetres = (value: number): number => Math.round(value * 10) / 10

const isPoint = (given: unknown): given is LngLat =>
  Array.isArray(given) && given.length === 2 && given.every((one) => typeof one === 'number' && Number.isFinite(one))

/** A shape as it is written, without anything that does not belong to it; null when it is none. */
function shapeIn(given: unknown): FenceShape | null {
  if (typeof given !== 'object' || given === null) return null
  const { shape, lng, lat, radiusM, points, widthM, type, coordinates } = given as Readonly<Record<string, unknown>>
  if (shape === 'circle')
    return typeof lng === 'number' && typeof lat === 'number' && typeof radiusM === 'number'
      ? { shape, lng: degrees(lng), lat: degrees(lat), radiusM: decimetres(radiusM) }
      : null
  if (type === 'Polygon') return Array.isArray(coordinates) ? shapeIn({ shape: 'polygon', points: openRing(coordinates[0]) }) : null
  if (!Array.isArray(points) || points.length === 0 || !points.every(isPoint)) return null
  const rounded = points.map(([lngOfPoint, latOfPoint]): LngLat => [degrees(lngOfPoint), degrees(latOfPoint)])
  if (shape === 'polygon') return { shape, points: rounded }
  return shape === 'corridor' && typeof widthM === 'number' ? { shape, points: rounded, widthM: decimetres(widthM) } : null
}

/** GeoJSON says the first point of a ring again at its end. */
const openRing = (ring: unknown): unknown =>
  Array.isArray(ring) && ring.length > 3 && JSON.stringify(ring[0]) === JSON.stringify(ring.at(-1)) ? ring.slice(0, -1) : ring

/** A cell of a sheet: a circle as three numbers, a polygon as pairs of them. */
function shapeOfCell(text: string): FenceShape | null {
  const pairs = text
    .split(/[;；\n]/)
    .filter((part) => part.trim() !== '')
    .map((part) =>
      part
        .trim()
        .split(/[\s,，]+/)
        .map(Number),
    )
  const [first] = pairs
  if (pairs.length === 1 && first?.length === 3 && first.every(Number.isFinite)) {
    const [lng, lat, radiusM] = first
    return shapeIn({ shape: 'circle', lng, lat, radiusM })
  }
  return shapeIn({ shape: 'polygon', points: openRing(pairs) })
}

/** The shape that a value of the field holds; null of a value that is none. */
export function shapeOf(value: unknown): FenceShape | null {
  const text = typeof value === 'string' ? value.trim() : ''
  if (!text.startsWith('{')) return shapeOfCell(text)
  try {
    return shapeIn(JSON.parse(text))
  } catch {
    return null
  }
}

/** The value of the field: the same shape is always the same text. */
export const shapeValue = (shape: FenceShape): string => JSON.stringify(shapeIn(shape))

export const SHAPE_NAMES = {
  circle: { zh: '圆形', en: 'Circle' },
  polygon: { zh: '多边形', en: 'Polygon' },
  corridor: { zh: '走廊', en: 'Corridor' },
} as const satisfies Record<FenceShape['shape'], Text>

/** As history and lists say it: form, place and size. */
export function shapeText(shape: FenceShape): Text {
  const name = SHAPE_NAMES[shape.shape]
  const rest = (): Text => {
    if (shape.shape === 'circle') {
      const at = `${shape.lng.toFixed(6)}, ${shape.lat.toFixed(6)}`
      return { zh: `${at}，半径 ${shape.radiusM} m`, en: `${at}, radius ${shape.radiusM} m` }
    }
    const count = shape.points.length
    if (shape.shape === 'corridor') {
      const km = (lengthM(shape.points) / 1000).toFixed(2)
      return { zh: `${count} 个点，长 ${km} km，宽 ${shape.widthM} m`, en: `${count} points, ${km} km long, ${shape.widthM} m wide` }
    }
    const area = String(Math.round(areaM2(shape))).replaceAll(/\B(?=(\d{3})+$)/g, ',')
    return { zh: `${count} 个点，${area} m²`, en: `${count} points, ${area} m²` }
  }
  const { zh, en } = rest()
  return { zh: `${name.zh} ${zh}`, en: `${name.en} ${en}` }
}

const wordsOf = (value: string): Text => {
  const shape = shapeOf(value)
  return shape ? shapeText(shape) : { zh: value, en: value }
}

/** The border of a fence, WGS-84: JSON text in forms and calls (readings: form-encoded bodies), short numbers in the cell of a sheet. */
export const shapeField = (about: About): Field<string> => {
  // Required: what stands for nothing is never used.
  const plain = field<string>(
    'shape',
    { ...about, required: true },
    '',
    (text) => {
      const shape = shapeOf(text)
      if (!shape) return UNREADABLE
      const problem = fenceProblem(shape)
      return problem ? new WrongValue(problem) : shapeValue(shape)
    },
    { words: wordsOf },
  )
  return {
    ...plain,
    read: (given) => (given === null || given === undefined || String(given as string).trim() === '' ? NOT_DRAWN : plain.read(given)),
  }
}
