import type { Properties, Property } from '@tanker/domain/facts/property'

type About = {
  readonly compartment: number
  readonly probeType: number
  readonly at: Date
  /** Rows say different words, and the second lacks what may be missing. */
  readonly row: number
}

/** A value in the middle of what is usual for the unit. */
const USUAL: Readonly<Record<string, number>> = {
  L: 4937.5,
  'L/min': 620,
  mm: 880.5,
  m: 2450,
  'km/h': 92.1,
  kg: 3700,
  'kg/m³': 745.6,
  '°C': 21.5,
  '°': 31.3,
  V: 24.2,
  '%': 26.9,
  '‰': 2.5,
  s: 240,
  min: 30,
}

/** Values that are more than a number or a word, by the name of the property. */
const NAMED: Readonly<Record<string, (about: About) => unknown>> = {
  compartment: ({ compartment }) => compartment,
  probeType: ({ probeType }) => probeType,
  oilCode: ({ row }) => (row === 0 ? 92 : 0),
  processState: () => 6,
  // What a spreadsheet takes for a formula or a number.
  text: () => '=HYPERLINK("http://x")',
  card: () => '0012345',
  driverName: () => '+陈海霞',
}

/** Of a probe: its electronics, what it says, and what both lists of such faults show. */
const PROBE_FAULTS = ['drift', 'chatter', 'silent']

/** Properties of a fact as its declaration says, and no others. */
export const sampleProperties = (properties: Properties, about: About): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, { isOptional }]) => !isOptional || about.row !== 1)
      .map(([name, property]) => [name, property.isNullable && about.row === 1 ? null : valueOf(name, property, about)]),
  )

function valueOf(name: string, { kind, unit, words, items }: Property, about: About): unknown {
  const named = NAMED[name]
  if (named !== undefined) return named(about)
  const { at, row } = about
  if (words?.includes('chatter')) return PROBE_FAULTS[row]
  switch (kind) {
    case 'number':
      return unit === 'ms' ? at.getTime() : unit === null ? 2 + row : (USUAL[unit] ?? 1) + row / 2
    case 'flag':
      return row % 2 === 0
    case 'text':
      return words === null ? (unit === null ? `${name} ${row}` : at.toISOString()) : words[row % words.length]
    case 'place':
      return { lat: 31.3, lng: 120.6, fenceId: null, fenceName: null, speedKmh: 0, headingDeg: 0 }
    case 'group':
      return sampleProperties(items ?? {}, about)
    case 'list':
      return items === null ? [about.compartment] : [sampleProperties(items, about)]
  }
}
