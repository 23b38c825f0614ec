import { noAnchor } from '../gauges/anchor.ts'
import { compiled } from './compiled.ts'
import type { Checked, Condition, Declaration, Field, Shape, State } from './state-fields.ts'
import {
  findFence,
  nowhere,
  readAnchor,
  readFewSpans,
  readFewTimes,
  readPlace,
  writeAnchor,
  writeFewSpans,
  writeFewTimes,
  writePlace,
} from './state-pieces.ts'

/**
 * Type, initial value and bytes of what a detector remembers, from one declaration of its fields (decision 29). The functions are
 * compiled once at start, field by field without loops.
 */
export const stateOf = <const D extends Declaration>(fields: D & Checked<D>): State<D> => {
  const names = new Names()
  const object = new Names()
  const { write, read } = blockOf(fields, names, 's', '')
  return {
    fields,
    initial: object.compile(
      'given',
      `const s = ${literalOf(fields, object)}\nreturn given === undefined ? s : Object.assign(s, given)`,
    ) as State<D>['initial'],
    write: names.compile('w, s', write) as State<D>['write'],
    read: names.compile('r, s', read) as State<D>['read'],
  }
}

/** What source text can name besides its arguments. */
const PIECES = {
  noAnchor,
  nowhere,
  writePlace,
  readPlace,
  writeAnchor,
  readAnchor,
  findFence,
  writeFewTimes,
  writeFewSpans,
  readFewTimes,
  readFewSpans,
}

/** Names of one compiled function: its constants and variables. */
class Names {
  readonly #constants: unknown[] = []
  #variables = 0

  constant(value: unknown): string {
    return `c${this.#constants.push(value) - 1}`
  }

  variable(): string {
    this.#variables += 1
    return `v${this.#variables}`
  }

  compile(args: string, body: string): (...args: never[]) => unknown {
    const constants = Object.fromEntries(this.#constants.map((constant, index) => [`c${index}`, constant]))
    return compiled(`(${args}) => {\n${body}\n}`, { ...PIECES, ...constants }) as (...args: never[]) => unknown
  }
}

/** Fields that are written together, their bits first. */
class Block {
  readonly #names: Names
  readonly #bits: string[] = []
  readonly #bytes: string[] = []
  readonly before: string[] = []
  readonly write: string[] = []
  readonly read: string[] = []

  constructor(names: Names) {
    this.#names = names
  }

  /** Adds a bit; the text that reads it. */
  bit(write: string): string {
    const index = this.#bits.push(write) - 1
    if (index % 8 === 0) this.#bytes.push(this.#names.variable())
    return `(${this.#bytes.at(-1)} & ${1 << (index % 8)}) !== 0`
  }

  done(): { readonly write: string; readonly read: string } {
    const bytes = this.#bytes.map((_, index) => this.#bits.slice(index * 8, index * 8 + 8))
    return {
      write: [
        ...this.before,
        ...bytes.map((bits) => `w.bits(${bits.map((bit, index) => `(${bit} ? ${1 << index} : 0)`).join(' | ')})`),
        ...this.write,
      ].join('\n'),
      read: [...this.#bytes.map((name) => `const ${name} = r.bits()`), ...this.read].join('\n'),
    }
  }
}

function blockOf(fields: Declaration, names: Names, s: string, at: string): { readonly write: string; readonly read: string } {
  const block = new Block(names)
  addFields(block, fields, names, s, at)
  return block.done()
}

/** @param at where the fields are declared, for errors */
function addFields(block: Block, fields: Declaration, names: Names, s: string, at: string): void {
  let known: Declaration = {}
  for (const group of groupsOf(fields)) {
    const condition = Object.values(group)[0]?.when
    known = { ...known, ...group }
    if (condition === undefined) addAll(block, group, names, s, at)
    else addGroup(block, group, condition, known, names, s, at)
  }
}

function addAll(block: Block, group: Declaration, names: Names, s: string, at: string): void {
  for (const [name, { shape }] of Object.entries(group)) addField(block, shape, names, `${s}.${name}`, s, `${at}${name}.`)
}

/** Fields by neighbours of the same condition. */
function groupsOf(fields: Declaration): Declaration[] {
  const groups: Record<string, Field<unknown>>[] = []
  let before: Condition | undefined
  for (const [name, field] of Object.entries(fields)) {
    if (groups.length === 0 || field.when !== before) groups.push({})
    Object.assign(groups.at(-1) ?? {}, { [name]: field })
    before = field.when
  }
  return groups
}

/** A condition that reads the group itself has a bit; one that reads what stands before it has none. */
function addGroup(block: Block, group: Declaration, on: Condition, fields: Declaration, names: Names, s: string, at: string): void {
  const inner = new Block(names)
  addAll(inner, group, names, s, at)
  const { write, read } = inner.done()
  const holds = 'holds' in on ? `${names.constant(on.holds)}(${s})` : isAnySet(on.keys, fields, s, at)
  if ('keys' in on && on.keys.some((key) => key in group)) {
    const present = names.variable()
    block.before.push(`const ${present} = ${holds}`)
    block.read.push(`if (${block.bit(present)}) {\n${read}\n}`)
    block.write.push(`if (${present}) {\n${write}\n}`)
    return
  }
  block.write.push(`if (${holds}) {\n${write}\n}`)
  block.read.push(`if (${holds}) {\n${read}\n}`)
}

const isAnySet = (keys: readonly string[], fields: Declaration, s: string, at: string): string =>
  keys
    .map((key) => {
      const named = fields[key]
      if (named === undefined) throw new Error(`${at}${key} is read by a condition, but not declared before it`)
      return isSet(named.shape, `${s}.${key}`)
    })
    .join(' || ')

/** Text that asks whether a field differs from a new one's. */
function isSet(shape: Shape, value: string): string {
  switch (shape.kind) {
    case 'flag':
      return shape.initial ? `!${value}` : value
    case 'uint':
      return `${value} !== ${shape.initial}`
    case 'oneOf':
      return `${value} !== ${JSON.stringify(shape.initial)}`
    case 'countLike':
      return `${value} !== -1`
    case 'anchor':
      return `${value}.at !== 0`
    case 'place':
    case 'fence':
    case 'nullable':
      return `${value} !== null`
    case 'list':
      return `${value}.length > 0`
    case 'base':
    case 'time':
    case 'span':
    case 'rounded':
    case 'int':
    case 'mask':
    case 'degrees':
    case 'tenths':
    case 'hundredths':
      return `${value} !== 0`
    default:
      throw new Error(`${value} cannot be a condition`)
  }
}

/** @param s the object that has the field, @param v the field */
function addField(block: Block, shape: Shape, names: Names, v: string, s: string, at: string): void {
  const add = (write: string, read: string): void => {
    block.write.push(write)
    block.read.push(read)
  }
  switch (shape.kind) {
    case 'kept':
      return
    case 'flag':
      block.read.push(`${v} = ${block.bit(v)}`)
      return
    case 'rounded':
      return add(`w.uint(Math.round(${v}))`, `${v} = r.uint()`)
    case 'uint':
      return add(`w.uint(${shape.most < Number.POSITIVE_INFINITY ? `Math.min(${v}, ${shape.most})` : v})`, `${v} = r.uint()`)
    case 'oneOf': {
      const words = names.constant(shape.words)
      return add(`w.uint(${words}.indexOf(${v}))`, `${v} = ${words}[r.uint()] ?? ${JSON.stringify(shape.initial)}`)
    }
    case 'countLike': {
      const other = `${s}.${shape.other}`
      const isSomeCount = block.bit(`${v} !== -1`)
      const differs = block.bit(`${v} !== -1 && ${v} !== ${other}`)
      return add(`if (${v} !== -1 && ${v} !== ${other}) w.uint(${v})`, `${v} = ${differs} ? r.uint() : ${isSomeCount} ? ${other} : -1`)
    }
    case 'place':
      return add(`writePlace(w, ${v})`, `${v} = readPlace(r)`)
    case 'placeSet':
      return add(`writePlace(w, ${v})`, `${v} = readPlace(r) ?? nowhere`)
    case 'anchor':
      return add(`writeAnchor(w, ${v})`, `${v} = readAnchor(r)`)
    case 'fence':
      return add(`w.uint(${v} === null ? 0 : ${v}.id)`, `${v} = findFence(r.context, r.uint(), r.here.lat, r.here.lng)`)
    case 'fewTimes':
      return add(`writeFewTimes(w, ${v})`, `readFewTimes(r, ${v})`)
    case 'fewSpans':
      return add(`writeFewSpans(w, ${v}, ${s}.${shape.sum})`, `${s}.${shape.sum} = readFewSpans(r, ${v})`)
    case 'part': {
      const inner = names.variable()
      block.before.push(`const ${inner} = ${v}`)
      block.read.push(`const ${inner} = ${v}`)
      return addFields(block, shape.state.fields, names, inner, at)
    }
    case 'nullable': {
      const present = block.bit(`${v} !== null`)
      const { initial, write, read } = shape.state
      const one = names.variable()
      return add(
        `if (${v} !== null) ${names.constant(write)}(w, ${v})`,
        `if (${present}) {\nconst ${one} = ${names.constant(initial)}()\n${names.constant(read)}(r, ${one})\n${v} = ${one}\n}`,
      )
    }
    case 'list':
      return addList(block, shape, names, v)
    default:
      return add(`w.${shape.kind}(${v})`, `${v} = r.${shape.kind}()`)
  }
}

function addList(block: Block, { of, most }: Extract<Shape, { kind: 'list' }>, names: Names, v: string): void {
  const [all, n, i, one] = [names.variable(), names.variable(), names.variable(), names.variable()]
  const item = new Block(names)
  const { shape } = of
  if (shape.kind === 'part') {
    const { initial, write, read } = shape.state
    item.write.push(`${names.constant(write)}(w, ${one})`)
    item.read.push(`${one} = ${names.constant(initial)}()`, `${names.constant(read)}(r, ${one})`)
  } else addField(item, shape, names, one, '', '')
  const { write, read } = item.done()
  const present = block.bit(`${v}.length > 0`)
  block.write.push(
    `if (${v}.length > 0) {
const ${all} = ${v}
const ${n} = Math.min(${all}.length, ${most})
w.uint(${n})
for (let ${i} = ${all}.length - ${n}; ${i} < ${all}.length; ${i} += 1) {
const ${one} = ${all}[${i}]
${write}
}
}`,
  )
  block.read.push(
    `if (${present}) {
const ${all} = ${v}
for (let ${n} = r.count(${most}); ${n} > 0; ${n} -= 1) {
let ${one}
${read}
${all}.push(${one})
}
}`,
  )
}

/** Text of an object literal: objects of one state have the same fields in the same order, and so one shape. */
const literalOf = (fields: Declaration, names: Names): string =>
  `{ ${Object.entries(fields)
    .map(([name, { shape }]) => `${name}: ${initialOf(shape, names)}`)
    .join(', ')} }`

function initialOf(shape: Shape, names: Names): string {
  switch (shape.kind) {
    case 'uint':
    case 'flag':
      return `${shape.initial}`
    case 'oneOf':
      return JSON.stringify(shape.initial)
    case 'countLike':
      return '-1'
    case 'place':
    case 'fence':
    case 'nullable':
      return 'null'
    case 'placeSet':
      return 'nowhere'
    case 'anchor':
      return 'noAnchor()'
    case 'fewTimes':
      return `new Float64Array(${shape.length})`
    case 'fewSpans':
      return `new Int32Array(${shape.length})`
    case 'part':
      return literalOf(shape.state.fields, names)
    case 'list':
      return '[]'
    case 'kept':
      return `${names.constant(shape.initial)}()`
    default:
      return '0'
  }
}
