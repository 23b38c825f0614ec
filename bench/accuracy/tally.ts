import { alarmType } from '@tanker/domain/alarms/alarm-type'
import type { Journey } from './journey.ts'
import { deliveryLines, type Line, operationErrors, unexplainedL } from './measures.ts'
import type { Scenario } from './trip.ts'
import { type Facts, holdsDemand, judge } from './verdict.ts'

/** How one kind of truth was detected, over all runs. */
export type KindCount = {
  must: boolean
  happened: number
  found: number
  /** Alarm rows that speak of it. */
  rows: number
  delaysS: number[]
  errorsL: number[]
}

/** `expected` and `found` count happenings whose first type this is. */
export type TypeCount = { expected: number; found: number; right: number; wrong: number; normal: number; where: Map<string, number> }

type LossCount = { happened: number; found: number }

const WORTH_L = 60
/** Litres count as found when at least this share of them is reported. */
const FOUND_SHARE = 0.5

/** Counts of a whole run, scenario by scenario. */
export class Tally {
  readonly kinds = new Map<string, KindCount>()
  readonly types = new Map<number, TypeCount>()
  readonly lines: Line[] = []
  readonly loadedErrorsL: number[] = []
  readonly unloadedErrorsL: number[] = []
  operationsMissing = 0
  readonly unexplained: number[] = []
  trips = 0
  runs = 0
  hours = 0
  /** Rough roads: hours, and false alarms by family. */
  readonly rough = { hours: 0, driving: 0, device: 0 }
  normalHours = 0
  steps = 0
  goodNews = 0
  /** Losses of 60 L and more by how often a standing truck sends: up to a minute, and more seldom. */
  readonly losses = { often: { happened: 0, found: 0 } as LossCount, seldom: { happened: 0, found: 0 } as LossCount }

  add(scenario: Scenario, journey: Journey, facts: Facts, steps: number): void {
    this.runs += 1
    this.steps += steps
    this.hours += journey.hours
    if (scenario.normal === true) this.normalHours += journey.hours
    if (scenario.rough === true) this.rough.hours += journey.hours
    this.#alarms(scenario, journey, facts)
    for (const demand of journey.truth.demands) {
      const kind = this.#kind(demand.kind, true)
      kind.happened += 1
      if (holdsDemand(demand, facts.records)) kind.found += 1
    }
    this.trips += facts.records.filter(({ kind }) => kind === 'trip').length
    this.lines.push(...deliveryLines(journey, facts.records))
    for (const { loading, errorL } of operationErrors(journey, facts.records)) {
      if (errorL === null) this.operationsMissing += 1
      else (loading ? this.loadedErrorsL : this.unloadedErrorsL).push(errorL)
    }
    this.unexplained.push(...unexplainedL(facts.records))
  }

  #alarms(scenario: Scenario, journey: Journey, facts: Facts): void {
    const { findings, falseRows, goodNews } = judge(journey.truth.happenings, facts.alarms)
    this.goodNews += goodNews
    for (const { happening, rows, found, delayS, litres } of findings) {
      const kind = this.#kind(happening.kind, happening.must)
      kind.happened += 1
      kind.rows += rows.length
      if (found) kind.found += 1
      if (delayS !== null) kind.delaysS.push(delayS)
      const trueL = happening.litres
      const litresFound = trueL !== undefined && litres !== null && litres >= trueL * FOUND_SHARE
      if (trueL !== undefined && happening.litresKind !== undefined) {
        const itsLitres = this.#kind(happening.litresKind, happening.must)
        itsLitres.happened += 1
        if (litresFound) itsLitres.found += 1
        if (litres !== null) itsLitres.errorsL.push(litres - trueL)
      } else if (trueL !== undefined && litres !== null) kind.errorsL.push(litres - trueL)
      if (happening.loss !== undefined && trueL !== undefined && trueL >= WORTH_L) {
        const losses = happening.loss.standingS <= 60 ? this.losses.often : this.losses.seldom
        losses.happened += 1
        if (happening.litresKind === undefined ? found : litresFound) losses.found += 1
      }
      const [first] = happening.types
      if (happening.must && first !== undefined) {
        const type = this.#type(first)
        type.expected += 1
        if (found) type.found += 1
      }
      for (const { fact } of rows) this.#type(fact.type).right += 1
    }
    for (const { fact } of falseRows) {
      const type = this.#type(fact.type)
      type.wrong += 1
      if (scenario.normal === true) type.normal += 1
      if (scenario.rough === true) this.#rough(fact.type)
      type.where.set(scenario.name, (type.where.get(scenario.name) ?? 0) + 1)
    }
  }

  #rough(code: number): void {
    const family = alarmType(code)?.family
    if (family === 'device') this.rough.device += 1
    if (family === 'driving' || family === 'safety' || family === 'emergency') this.rough.driving += 1
  }

  #kind(name: string, must: boolean): KindCount {
    let kind = this.kinds.get(name)
    if (kind === undefined) {
      kind = { must, happened: 0, found: 0, rows: 0, delaysS: [], errorsL: [] }
      this.kinds.set(name, kind)
    }
    return kind
  }

  #type(code: number): TypeCount {
    let type = this.types.get(code)
    if (type === undefined) {
      type = { expected: 0, found: 0, right: 0, wrong: 0, normal: 0, where: new Map() }
      this.types.set(code, type)
    }
    return type
  }
}
