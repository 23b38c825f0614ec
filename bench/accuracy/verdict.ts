import type { AlarmFact, Fact, RecordFact } from '@tanker/detection/fact'
import { PRODUCT_GROUPS, productGroup } from '@tanker/domain/products/product'
import type { Journey } from './journey.ts'
import type { Demand, Happening } from './truth.ts'

/** Good news, which is a record and no alarm. */
export const GOOD_NEWS = 213
const SLACK_MS = 120_000
const FIRST_GROUP_OBJECT = 11

/** An alarm as it stood in the end, and when it was first heard of. */
export type AlarmRow = { readonly fact: AlarmFact; readonly knownAt: number; readonly compartments: readonly number[] | null }

export type Facts = { readonly alarms: readonly AlarmRow[]; readonly records: readonly RecordFact[] }

/** Keeps each fact's last word. */
export class FactTable {
  readonly #facts = new Map<string, { fact: Fact; knownAt: number }>()

  take(fact: Fact, at: number): void {
    const key = `${fact.is}/${fact.is === 'alarm' ? fact.type : fact.kind}/${fact.startedAt}/${fact.object}`
    const known = this.#facts.get(key)
    if (known === undefined) this.#facts.set(key, { fact, knownAt: at })
    else known.fact = fact
  }

  facts(journey: Journey): Facts {
    const alarms: AlarmRow[] = []
    const records: RecordFact[] = []
    for (const { fact, knownAt } of this.#facts.values()) {
      if (fact.is === 'record') records.push(fact)
      else alarms.push({ fact, knownAt, compartments: compartmentsOf(fact, journey) })
    }
    return { alarms, records }
  }
}

const numberIn = (properties: Readonly<Record<string, unknown>>, name: string): number | null => {
  const value = properties[name]
  return typeof value === 'number' ? value : null
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** The compartments in a list of numbers, or of things that name one. */
function compartmentsIn(list: unknown): number[] {
  if (!Array.isArray(list)) return []
  return list
    .map((one: unknown) => (typeof one === 'number' ? one : isObject(one) ? numberIn(one, 'compartment') : null))
    .filter((one) => one !== null)
    .filter((one) => one > 0)
}

/** Which compartments an alarm speaks of; null is the whole truck. */
function compartmentsOf(fact: AlarmFact, journey: Journey): number[] | null {
  const { properties, type, object } = fact
  const several = [...new Set([...compartmentsIn(properties['compartments']), ...compartmentsIn(properties['openings'])])]
  if (several.length > 0) return several
  if (type === 202 && object >= FIRST_GROUP_OBJECT) {
    const group = PRODUCT_GROUPS[object - FIRST_GROUP_OBJECT]
    return journey.tanker.compartments.filter(({ product }) => productGroup(product.oilCode) === group).map(({ number }) => number)
  }
  if (type === 202 && object > 0) return [object]
  const one = numberIn(properties, 'compartment')
  return one === null || one === 0 ? null : [one]
}

/** An alarm that was merged into another one does not count as a row. */
const wentIntoAnother = ({ fact }: AlarmRow): boolean => isObject(fact.properties['partOf'])

/** How one true happening was detected. */
export type Finding = {
  readonly happening: Happening
  readonly rows: readonly AlarmRow[]
  readonly found: boolean
  /** Seconds from its start to the first alarm; null without an alarm. */
  readonly delayS: number | null
  /** Reported litres, where litres were lost and an alarm has their number. */
  readonly litres: number | null
}

export type Verdict = { readonly findings: readonly Finding[]; readonly falseRows: readonly AlarmRow[]; readonly goodNews: number }

/** Compares alarms with what happened. Each row belongs to one happening, or is false. */
export function judge(happenings: readonly Happening[], alarms: readonly AlarmRow[]): Verdict {
  const rowsOf = happenings.map((): AlarmRow[] => [])
  const falseRows: AlarmRow[] = []
  let goodNews = 0
  for (const row of alarms) {
    if (wentIntoAnother(row)) continue
    if (row.fact.type === GOOD_NEWS) {
      goodNews += 1
      continue
    }
    const fitting = happenings.map((_, i) => i).filter((i) => fits(row, happenings[i] as Happening))
    const full = (i: number): boolean => (rowsOf[i]?.length ?? 0) >= ((happenings[i] as Happening).mostRows ?? Number.POSITIVE_INFINITY)
    const main = (i: number): boolean => (happenings[i] as Happening).types.includes(row.fact.type)
    const open = fitting.filter((i) => !full(i))
    const best = open.find((i) => main(i) && rowsOf[i]?.length === 0) ?? open.find(main) ?? open[0]
    if (best === undefined) falseRows.push(row)
    else rowsOf[best]?.push(row)
  }
  const findings = happenings.map((happening, i): Finding => {
    const rows = rowsOf[i] ?? []
    // A row of several compartments detects a happening in each of them; a row that was merged into another counts by its time.
    const wide = alarms.filter(
      (row) => ((row.compartments?.length ?? 0) > 1 || wentIntoAnother(row)) && happening.mostRows === undefined && fits(row, happening),
    )
    const main = [...rows, ...wide].filter(({ fact }) => happening.types.includes(fact.type))
    const firstAt = Math.min(...main.map(({ knownAt }) => knownAt))
    return {
      happening,
      rows,
      found: main.length > 0,
      delayS: main.length > 0 ? Math.max(0, (firstAt - happening.from) / 1000) : null,
      litres: happening.litres === undefined ? null : reportedLitres(rows, happening),
    }
  })
  return { findings, falseRows, goodNews }
}

function fits(row: AlarmRow, happening: Happening): boolean {
  const { fact, compartments } = row
  if (!happening.types.includes(fact.type) && !happening.also.includes(fact.type)) return false
  if (happening.yellowOnly === true && fact.grade !== 'yellow') return false
  if (fact.startedAt < happening.from - SLACK_MS || fact.startedAt > happening.until) return false
  if (happening.compartments.length === 0 || compartments === null) return true
  return compartments.some((compartment) => happening.compartments.includes(compartment))
}

/**
 * Litres by compartment where rows name one: rows with another start are added. Else by product; an opening's own litres
 * where no other row has any.
 */
function reportedLitres(rows: readonly AlarmRow[], { compartments: concerned }: Happening): number | null {
  const byRow = new Map<string, number>()
  let byProduct: number | null = null
  let byOpening: number | null = null
  const add = (compartment: number, startedAt: number, litres: number): void => {
    const key = `${compartment}/${startedAt}`
    byRow.set(key, Math.max(byRow.get(key) ?? 0, litres))
  }
  for (const { fact, compartments } of rows) {
    const { properties, startedAt } = fact
    const litres = numberIn(properties, 'lossV20L') ?? numberIn(properties, 'loss') ?? numberIn(properties, 'residualL')
    const each = properties['compartments']
    const detailed = Array.isArray(each) ? each.filter(isObject).filter((one) => numberIn(one, 'lossV20L') !== null) : []
    if (detailed.length > 0) {
      for (const one of detailed) {
        const compartment = numberIn(one, 'compartment') ?? 0
        if (concerned.length === 0 || concerned.includes(compartment)) add(compartment, startedAt, numberIn(one, 'lossV20L') ?? 0)
      }
    } else if (litres !== null) {
      const only = compartments?.length === 1 ? compartments[0] : undefined
      const ofProduct = fact.type === 202 && fact.object >= FIRST_GROUP_OBJECT
      if (only !== undefined && !ofProduct) add(only, startedAt, litres)
      else byProduct = (byProduct ?? 0) + litres
    } else if (fact.type === 1) {
      const opened = numberIn(properties, 'lossL')
      if (opened !== null && opened !== 0) byOpening = Math.max(byOpening ?? 0, opened)
    }
  }
  if (byRow.size > 0) return [...byRow.values()].reduce((sum, litres) => sum + litres, 0)
  return byProduct ?? byOpening
}

/** Whether the records contain what is required. */
export function holdsDemand(demand: Demand, records: readonly RecordFact[]): boolean {
  if (demand.is === 'delivered') {
    const leg = records.find((one) => one.kind === 'trip-leg' && one.properties['stationFenceId'] === demand.fenceId)
    if (leg?.properties['unloaded'] !== true) return false
  }
  return demand.compartments.every((compartment) => {
    const loading = demand.is === 'one-operation-each' && demand.loading
    const operations = records.filter(
      ({ kind, object, properties, place }) =>
        kind === 'operation' &&
        object === compartment &&
        properties['direction'] === (loading ? 'loading' : 'unloading') &&
        (demand.is === 'delivered' || place.fenceId === demand.fenceId),
    )
    return demand.is === 'delivered' ? operations.length > 0 : operations.length === 1
  })
}
