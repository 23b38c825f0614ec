import type { Fence } from '@tanker/domain/fences/fence'
import { StateWriter } from './state-bytes.ts'
import {
  anchor,
  baseTime,
  type Condition,
  countLike,
  type Declaration,
  degrees,
  fence,
  fewSpans,
  fewTimes,
  flag,
  hundredths,
  int,
  list,
  mask,
  nullable,
  oneOf,
  part,
  place,
  placeSet,
  rare,
  rounded,
  type Shape,
  span,
  type State,
  tenths,
  time,
  uint,
  type Values,
  when,
} from './state-fields.ts'
import { stateOf } from './state-of.ts'
import { startPieces } from './state-pieces.ts'

/**
 * 16 bits that change with everything that decides the bytes of a state: its fields, their order, names, kinds and conditions, and how
 * a field of each kind is written. The same for source and bundle of a release.
 */
export function layoutVersion(state: State): number {
  let hash = 0x811c_9dc5
  for (const letter of `${layoutOf(state.fields)}\n${onePerKind()}`) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x0100_0193)
  return (hash ^ (hash >>> 16)) & 0xffff
}

/** The declared fields as text, without those that are not in the bytes. */
export function layoutOf(fields: Declaration): string {
  const groups = new Map<Condition, number>()
  return Object.entries(fields)
    .filter(([, { shape }]) => shape.kind !== 'kept')
    .map(([name, { shape, when: on }]) => {
      if (on === undefined) return `${name}: ${textOf(shape)}`
      if (!groups.has(on)) groups.set(on, groups.size)
      return `${name}: ${textOf(shape)} in group ${groups.get(on)} ${'keys' in on ? on.keys.join() : truthOf(on, fields)}`
    })
    .join('\n')
}

function textOf(shape: Shape): string {
  switch (shape.kind) {
    case 'part':
    case 'nullable':
      return `${shape.kind} {\n${layoutOf(shape.state.fields)}\n}`
    case 'list':
      return `list ${shape.most} ${textOf(shape.of.shape)}`
    default:
      return JSON.stringify(shape)
  }
}

/** States that a condition is asked about. */
const samples = 256

/** What a condition that is a function says about sample states, as 0 and 1: its text differs between source and bundle. */
function truthOf({ holds }: { readonly holds: (state: never) => boolean }, fields: Declaration): string {
  let random = 1
  const next = (below: number): number => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((random / 2 ** 32) * below)
  }
  const sample = (shape: Shape): unknown => {
    if (shape.kind === 'flag') return next(2) === 1
    if (shape.kind === 'nullable' || shape.kind === 'place' || shape.kind === 'fence') return next(2) === 1 ? {} : null
    return next(2) * next(32)
  }
  return Array.from({ length: samples }, () => {
    const state = Object.fromEntries(Object.entries(fields).map(([name, { shape }]) => [name, sample(shape)]))
    return holds(state as never) ? '1' : '0'
  }).join('')
}

const base = Date.UTC(2026, 0, 1)
const ago = [0, 1, 1500, 60_000, -60_000, 2 ** 31 - 1, 2 ** 31, 3 * 2 ** 31 + 1]
const some = { lat: 31.234_567, lng: -121.456_789, fenceId: 7, fenceName: null, speedKmh: 61.2, headingDeg: 359 }
const calm = { at: base - 60_000, levelMm: 1234.56, volumeL: 7700, v20L: 7654.32, temperatureC: -12.34, calm: true }
const inner = { inner: uint<number>(2), ...rare({ innerAt: time() }) }

/** One field of each kind, in each of the forms that it is written in. */
export const everyKind = {
  base: baseTime(),
  times: list(time()),
  spans: list(span()),
  uints: list(uint()),
  bounded: uint<number>(0, 9),
  rounded: rounded(),
  ints: list(int()),
  masks: list(mask()),
  degrees: degrees(),
  tenths: tenths(),
  hundredths: hundredths(),
  flag: flag(true),
  oneOf: oneOf(['one', 'two'], 'one'),
  count: uint(),
  same: countLike('count'),
  other: countLike('count'),
  none: countLike('count'),
  places: list(place()),
  placeSet: placeSet(),
  anchors: list(anchor()),
  fence: fence(),
  noFence: fence(),
  fewTimes: fewTimes(3),
  sumMs: span(),
  fewSpans: fewSpans(3, 'sumMs'),
  part: part(stateOf(inner)),
  nullable: nullable(stateOf(inner)),
  parts: list(part(stateOf(inner))),
  ...when('flag', { ifFlag: uint() }),
  ...when('count', { ifCount: uint() }),
  ...rare({ rare: uint<number>(3), rareAt: time() }),
} satisfies Declaration

/** The bytes of a state with a field of each kind, as text. */
function onePerKind(): string {
  const state = stateOf(everyKind)
  const numbers = [0, 1, 127, 128, 16_384, 2 ** 31, 2 ** 40 + 1]
  const value = state.initial({
    base,
    times: [0, ...ago.map((ms) => base - ms)],
    spans: ago.map(Math.abs),
    uints: numbers,
    bounded: 12,
    rounded: 12.6,
    ints: [...numbers, ...numbers.map((number) => -number)],
    masks: [0, 1, -1],
    degrees: -0.123_456,
    tenths: 12.3,
    hundredths: -12.34,
    oneOf: 'two',
    count: 300,
    same: 300,
    other: 5,
    places: [null, some, some, { ...some, fenceId: null }],
    placeSet: some,
    anchors: [{ ...calm, at: 0 }, calm, { ...calm, calm: false }, calm],
    fence: { id: 5 } as Fence,
    sumMs: 7500,
    parts: [stateOf(inner).initial({ inner: 3, innerAt: base - 1 })],
    nullable: stateOf(inner).initial(),
    ifCount: 1,
    rareAt: base - 1,
  } satisfies Partial<Values<typeof everyKind>>)
  value.fewTimes[1] = base - 2000
  value.fewSpans.set([2500, 0, 5000])
  const writer = new StateWriter()
  writer.start()
  startPieces()
  state.write(writer, value)
  return writer.finish().join(' ')
}
