import { shapeOf } from '@tanker/contract/base-data/shape-field'
import { fenceProblem } from '@tanker/domain/fences/fence-geometry'
import { expect, test } from 'vitest'
import {
  type Draft,
  draftOf,
  EMPTY_DRAFT,
  middles,
  radiusTo,
  shapeOfDraft,
  withInserted,
  withMoved,
  withoutPoint,
  withPoint,
  withTool,
} from './fence-draft.ts'

const drawn = (tool: Draft['tool'], ...points: [number, number][]): Draft =>
  points.reduce((draft, point) => withPoint(draft, point), withTool(EMPTY_DRAFT, tool))

test('before the first point nothing is drawn', () => {
  expect(shapeOfDraft(EMPTY_DRAFT)).toBeNull()
  expect(draftOf(shapeOf(''))).toEqual(EMPTY_DRAFT)
})

test('a click sets the centre of a circle, another one moves it, and the border is dragged', () => {
  const draft = drawn('circle', [120.1, 31.1], [120.2, 31.2])
  expect(shapeOfDraft(draft)).toEqual({ shape: 'circle', lng: 120.2, lat: 31.2, radiusM: 150 })
  expect(radiusTo(draft, [120.2, 31.201])).toBe(111)
})

test('two clicks make a rectangle, a third changes nothing, and a corner that is dragged takes its neighbours along', () => {
  const draft = drawn('rectangle', [120, 31], [120.2, 31.1], [125, 35])
  expect(draft.points).toEqual([
    [120, 31],
    [120.2, 31],
    [120.2, 31.1],
    [120, 31.1],
  ])
  expect(withMoved(draft, 0, [119.9, 30.9]).points).toEqual([
    [119.9, 30.9],
    [120.2, 30.9],
    [120.2, 31.1],
    [119.9, 31.1],
  ])
  expect(withMoved(draft, 1, [120.3, 30.9]).points).toEqual([
    [120, 30.9],
    [120.3, 30.9],
    [120.3, 31.1],
    [120, 31.1],
  ])
  expect(withMoved(draft, 2, [120.3, 31.2]).points).toEqual([
    [120, 31],
    [120.3, 31],
    [120.3, 31.2],
    [120, 31.2],
  ])
  expect(withMoved(draft, 3, [119.9, 31.2]).points).toEqual([
    [119.9, 31],
    [120.2, 31],
    [120.2, 31.2],
    [119.9, 31.2],
  ])
  const shape = shapeOfDraft(draft)
  expect(shape && draftOf(shape).tool).toBe('rectangle')
})

test('points are added, moved, put between two others and taken away', () => {
  let draft = drawn('polygon', [120, 31], [120.1, 31], [120.1, 31.1])
  expect(middles(draft).map(({ after, at }) => [after, ...at])).toEqual([
    [0, 120.05, 31],
    [1, 120.1, 31.05],
    [2, 120.05, 31.05],
  ])
  draft = withInserted(draft, 2, [120, 31.1])
  expect(draft.points).toHaveLength(4)
  expect(withMoved(draft, 3, [120.01, 31.12]).points[3]).toEqual([120.01, 31.12])
  expect(withoutPoint(draft, 0).points).toEqual([
    [120.1, 31],
    [120.1, 31.1],
    [120, 31.1],
  ])
})

test('a line has no side from its end to its beginning', () => {
  expect(middles(drawn('corridor', [120, 31], [120.1, 31], [120.1, 31.1]))).toHaveLength(2)
})

test('what a form has in common with another stays; a rectangle without a corner is a polygon', () => {
  const rectangle = drawn('rectangle', [120, 31], [120.2, 31.1])
  expect(withTool(rectangle, 'polygon').points).toEqual(rectangle.points)
  expect(withTool(rectangle, 'circle').points).toEqual([[120, 31]])
  expect(withTool(drawn('polygon', [120, 31], [121, 31]), 'rectangle').points).toEqual([])
  expect(withoutPoint(rectangle, 1)).toMatchObject({
    tool: 'polygon',
    points: [
      [120, 31],
      [120.2, 31.1],
      [120, 31.1],
    ],
  })
})

test('every kind of shape goes on where it was left', () => {
  for (const draft of [
    drawn('circle', [120, 31]),
    drawn('rectangle', [120, 31], [120.2, 31.1]),
    drawn('polygon', [120, 31], [120.1, 31], [120.1, 31.1]),
    drawn('corridor', [120, 31], [120.1, 31]),
  ]) {
    expect(draftOf(shapeOfDraft(draft))).toEqual(draft)
    const shape = shapeOfDraft(draft)
    expect(shape && fenceProblem(shape)).toBeNull()
  }
})
