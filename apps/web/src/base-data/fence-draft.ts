import type { FenceShape, LngLat } from '@tanker/domain/fences/fence'
import { distanceM } from '@tanker/domain/fences/geo'

export const TOOLS = ['circle', 'rectangle', 'polygon', 'corridor'] as const
export type Tool = (typeof TOOLS)[number]

/** A fence as it is being drawn. A rectangle is a polygon whose corners stay at right angles, counted round from any of them. */
export type Draft = {
  readonly tool: Tool
  readonly points: readonly LngLat[]
  /** Of a circle, m. */
  readonly radiusM: number
  /** Of a corridor, m. */
  readonly widthM: number
}

/** What is usual around a station; a yard takes more. */
const usualRadiusM = 150
const usualWidthM = 60

export const EMPTY_DRAFT: Draft = { tool: 'circle', points: [], radiusM: usualRadiusM, widthM: usualWidthM }

/** Degrees as the form keeps them. */
const rounded = ([lng, lat]: LngLat): LngLat => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]

/** The draft that goes on from a shape. */
export function draftOf(shape: FenceShape | null): Draft {
  if (shape === null) return EMPTY_DRAFT
  if (shape.shape === 'circle') return { ...EMPTY_DRAFT, points: [[shape.lng, shape.lat]], radiusM: shape.radiusM }
  if (shape.shape === 'corridor') return { ...EMPTY_DRAFT, tool: 'corridor', points: shape.points, widthM: shape.widthM }
  return { ...EMPTY_DRAFT, tool: isRectangle(shape.points) ? 'rectangle' : 'polygon', points: shape.points }
}

/** What is drawn so far; null before the first point. It may still be too little to be a fence. */
export function shapeOfDraft({ tool, points, radiusM, widthM }: Draft): FenceShape | null {
  const [first] = points
  if (!first) return null
  if (tool === 'circle') return { shape: 'circle', lng: first[0], lat: first[1], radiusM }
  return tool === 'corridor' ? { shape: 'corridor', points, widthM } : { shape: 'polygon', points }
}

function isRectangle(points: readonly LngLat[]): boolean {
  const [a, b, c, d] = points
  if (points.length !== 4 || !a || !b || !c || !d) return false
  const isEastFirst = a[1] === b[1] && b[0] === c[0] && c[1] === d[1] && d[0] === a[0]
  const isNorthFirst = a[0] === b[0] && b[1] === c[1] && c[0] === d[0] && d[1] === a[1]
  return isEastFirst || isNorthFirst
}

/** From two opposite corners, round from the first. */
const rectangleOf = (a: LngLat, c: LngLat): LngLat[] => [a, [c[0], a[1]], c, [a[0], c[1]]]

/** Another form; what was drawn stays as far as it can be a part of it. */
export function withTool(draft: Draft, tool: Tool): Draft {
  const isLine = (one: Tool): boolean => one === 'polygon' || one === 'corridor'
  const stays = (isLine(draft.tool) && isLine(tool)) || (draft.tool === 'rectangle' && isLine(tool)) || draft.tool === tool
  return { ...draft, tool, points: stays ? draft.points : tool === 'circle' ? draft.points.slice(0, 1) : [] }
}

/** A click on the map: the centre of a circle, the next corner of a rectangle, the next point of a border or line. */
export function withPoint(draft: Draft, given: LngLat): Draft {
  const point = rounded(given)
  const [first] = draft.points
  if (draft.tool === 'circle') return { ...draft, points: [point] }
  if (draft.tool !== 'rectangle') return { ...draft, points: [...draft.points, point] }
  if (!first) return { ...draft, points: [point] }
  // A whole one is changed by its corners.
  return draft.points.length === 1 ? { ...draft, points: rectangleOf(first, point) } : draft
}

export function withMoved(draft: Draft, index: number, given: LngLat): Draft {
  const point = rounded(given)
  if (draft.tool !== 'rectangle' || draft.points.length !== 4) return { ...draft, points: draft.points.with(index, point) }
  const opposite = draft.points[(index + 2) % 4] ?? point
  // The corner that was moved and the one opposite make the others, in the places that they had.
  const [, next, , last] = isLevel(draft.points, index)
    ? rectangleOf(point, opposite)
    : [point, [point[0], opposite[1]] as LngLat, opposite, [opposite[0], point[1]] as LngLat]
  const points = draft.points.with(index, point)
  return { ...draft, points: points.with((index + 1) % 4, next ?? point).with((index + 3) % 4, last ?? point) }
}

/** Whether the side from this corner to the next runs east or west. */
const isLevel = (points: readonly LngLat[], index: number): boolean => points[index]?.[1] === points[(index + 1) % points.length]?.[1]

/** Points in the middle of the sides, by the number of the point before; where another may be put in. */
export function middles({ tool, points }: Draft): readonly { readonly after: number; readonly at: LngLat }[] {
  if ((tool !== 'polygon' && tool !== 'corridor') || points.length < 2) return []
  const sides = tool === 'polygon' && points.length > 2 ? points.length : points.length - 1
  return points.slice(0, sides).map((point, after) => {
    const next = points[(after + 1) % points.length] ?? point
    return { after, at: rounded([(point[0] + next[0]) / 2, (point[1] + next[1]) / 2]) }
  })
}

export const withInserted = (draft: Draft, after: number, point: LngLat): Draft => ({
  ...draft,
  points: draft.points.toSpliced(after + 1, 0, rounded(point)),
})

/** Without a point; a rectangle without one of its corners is a polygon. */
export const withoutPoint = (draft: Draft, index: number): Draft => ({
  ...draft,
  tool: draft.tool === 'rectangle' && draft.points.length === 4 ? 'polygon' : draft.tool,
  points: draft.points.toSpliced(index, 1),
})

/** The radius at which a point on the border of a circle was let go, whole metres. */
export const radiusTo = ({ points: [centre] }: Draft, [lng, lat]: LngLat): number =>
  centre ? Math.max(1, Math.round(distanceM(centre[1], centre[0], lat, lng))) : usualRadiusM
