import { expect, test } from 'vitest'
import { PROBE_TYPES } from '../devices/probe-type.ts'
import { TRANSPORT_STATES } from './transport-process.ts'
import { PLATE_COLOURS, TRUCK_MODELS } from './truck-choices.ts'

test('[4.5-11] the transport process has twelve states in the order of the specification', () => {
  expect(TRANSPORT_STATES.map(({ text }) => text.en.toLowerCase())).toEqual([
    'idle',
    'loading pipe connected',
    'loading (bottom)',
    'loading cover open',
    'loading (top)',
    'depot loading stop',
    'in transit',
    'unloading pipe connected',
    'unloading',
    'unloading stop',
    'waiting for emptying',
    'transit after half-unloading',
  ])
})

test('[3.12-06] probe types have 32 names', () => {
  expect(PROBE_TYPES).toHaveLength(32)
  expect(new Set(PROBE_TYPES.map(({ zh }) => zh)).size).toBe(32)
})

test('[3.5-02] [3.5-03] eight vehicle models, four plate colours', () => {
  expect(TRUCK_MODELS).toHaveLength(8)
  expect(Object.keys(PLATE_COLOURS)).toEqual(['blue', 'white', 'yellow', 'green'])
})
