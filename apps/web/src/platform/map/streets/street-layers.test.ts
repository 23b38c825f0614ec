import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { TILE_SCHEMAS } from '@tanker/contract/street-map'
import { expect, test } from 'vitest'
import { DARK, LIGHT } from '../../ui/tokens.ts'
import { baseStyle } from '../base-style.ts'
import { pictureLayer, STREETS, STREETS_FROM, vectorLayers } from './street-layers.ts'

const cases = TILE_SCHEMAS.flatMap((schema) => [LIGHT, DARK].map((palette) => ({ schema, palette })))

test.each(cases)('streets of $schema are a valid style', ({ schema, palette }) => {
  const base = baseStyle(palette)
  const layers = vectorLayers(schema, palette)
  const style = {
    ...base,
    sources: { ...base.sources, [STREETS]: { type: 'vector' as const, tiles: ['https://tiles.example/{z}/{x}/{y}.pbf'] } },
    layers: [...base.layers, ...layers],
  }
  expect(validateStyleMin(style)).toEqual([])
  expect(layers.every(({ minzoom }) => minzoom !== undefined && minzoom >= STREETS_FROM)).toBe(true)
})

test('pictures are darkened in the dark theme only', () => {
  expect(pictureLayer('streets-0', true)).toMatchObject({ paint: { 'raster-hue-rotate': 180 } })
  expect(pictureLayer('streets-0', false)).not.toMatchObject({ paint: { 'raster-hue-rotate': 180 } })
})
