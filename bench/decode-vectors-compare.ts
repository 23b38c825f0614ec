import type { DeviceModel } from '@tanker/protocol/device-model'
import { decodeLocation } from '@tanker/protocol/location'
import type { DecodedMessage } from '@tanker/protocol/message'
import { fieldNames } from './decode-vectors-fields.ts'

export type Disagreement = { readonly field: string; readonly theirs: string; readonly ours: string }
export type Comparison = { readonly compared: number; readonly disagreements: readonly Disagreement[] }

/** Holds our message against an expectation of a public suite, field by field where the names are known. */
export function compare(message: DecodedMessage, expectation: unknown, model: DeviceModel): Comparison {
  const names = fieldNames[message.kind] ?? {}
  const ours = leavesOf(withLocations(message, model))
  const theirs = leavesOf(expectation)
  const disagreements: Disagreement[] = []
  let compared = 0
  for (const [path, values] of theirs) {
    if (/^extras\.|Header\.|item\)|0200_0x5\d\./.test(path)) continue
    const { name, index: listed, numbered } = nameOf(path)
    const inBlock = /0200_0[xX]6[4-7]/.test(path) ? names[`block.${name}`] : undefined
    const field = names[path] ?? inBlock ?? names[numbered] ?? names[name]
    if (field === undefined || field === '') continue
    const isItsOwn = numbered !== name && names[numbered] !== undefined
    const index = isItsOwn ? 0 : listed
    const { path: ourPath, perUnit } = typeof field === 'string' ? { path: field, perUnit: 1 } : field
    const ourValues = ours.get(ourPath) ?? []
    for (const [i, value] of values.entries()) {
      const wanted = plain(value)
      if (wanted === undefined) continue
      const at = index + i
      const got = ourValues[at]
      compared++
      const held = path.includes("TrimStart('0')") ? String(got).replace(/^0+/, '') : got
      if (!isSame(held, wanted, perUnit)) {
        disagreements.push({ field: path, theirs: String(wanted), ours: shown(got, perUnit) })
      }
    }
  }
  const extras = missingExtras(message, expectation)
  return { compared: compared + extras.compared, disagreements: [...disagreements, ...extras.disagreements] }
}

/** `x.Items[1].Lat` and `Lat#2` are both the second Lat. */
function nameOf(path: string): { name: string; numbered: string; index: number } {
  const last = path.split(/\.(?![^(]*\))/).findLast((part) => part !== 'Value' && !part.startsWith('Trim')) ?? path
  const repeated = /#(\d+)$/.exec(last)
  const position = /\[(\d+)\](?!.*\[\d)/.exec(path) ?? /^item(\d+)\./.exec(path)
  const index = repeated ? Number(repeated[1]) - 1 : position ? Number(position[1]) : 0
  return { name: last.replace(/#\d+$/, '').replace(/\[\d+\]$/, ''), numbered: last, index }
}

/** The suites hold some values as the C# that makes them. */
function plain(value: unknown): number | string | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const cast = /^\((?:u?int|u?short|byte|u?long)\)(\d+)$/.exec(value)
  if (cast) return Number(cast[1])
  if (/^0x[0-9A-Fa-f]+u?$|^0b[01]{1,3}u$/.test(value)) return Number(value.replace('u', ''))
  if (/\w\.\w+\(|^Enums\.|^JT808\w+\.|^placeholder|^\(|[|;]|"$/.test(value)) return undefined
  if (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return value.replace(/\D/g, '').slice(2)
  return value
}

function isSame(ours: unknown, theirs: number | string, perUnit: number): boolean {
  if (typeof ours === 'number' && typeof theirs === 'number') {
    return Math.abs(ours * perUnit - theirs) < 1e-6 || Math.abs(ours * perUnit + theirs) < 1e-6
  }
  if (ours instanceof Uint8Array) return hexOf(ours) === String(theirs).toLowerCase()
  if (typeof ours === 'number') return String(ours * perUnit) === theirs
  return String(ours ?? '') === String(theirs).replace(/\0+$/, '')
}

function shown(value: unknown, perUnit: number): string {
  if (value === undefined) return 'nothing'
  if (value instanceof Uint8Array) return hexOf(value)
  return String(typeof value === 'number' ? value * perUnit : value)
}

/** Each extra that the reference lists must be among ours, typed or raw. */
function missingExtras(message: DecodedMessage, expectation: unknown): Comparison {
  if (message.kind !== 'location-report') return { compared: 0, disagreements: [] }
  const { extras } = expectation as { extras?: { id: string; len: number; data: string; decoded?: unknown }[] }
  const raw = message.location.raw.map(({ id, value }) => `${id} ${hexOf(value)}`)
  const unknown = (extras ?? []).filter(({ decoded, id }) => decoded === undefined && !isTyped(Number(id)))
  const disagreements = unknown
    .filter(({ id, data }) => !raw.includes(`${Number(id)} ${data}`))
    .map(({ id, data }) => ({ field: `extra ${id}`, theirs: data, ours: raw.join(', ') }))
  return { compared: unknown.length, disagreements }
}

function isTyped(id: number): boolean {
  return (id >= 0x01 && id <= 0x25) || id === 0x2b || (id >= 0x64 && id <= 0x70)
}

/** The items of a batch are undecoded bytes. */
function withLocations(message: DecodedMessage, model: DeviceModel): unknown {
  if (message.kind !== 'location-batch') return message
  return { ...message, locations: message.items.map((item) => decodeLocation(item, model)) }
}

/** Every value by its path without list positions, in order. */
export function leavesOf(value: unknown, path = '', into = new Map<string, unknown[]>()): Map<string, unknown[]> {
  if (Array.isArray(value)) {
    for (const item of value) leavesOf(item, path, into)
  } else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    for (const [key, inner] of Object.entries(value)) leavesOf(inner, path === '' ? key : `${path}.${key}`, into)
  } else if (value !== undefined) {
    const values = into.get(path) ?? []
    values.push(value)
    into.set(path, values)
  }
  return into
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
