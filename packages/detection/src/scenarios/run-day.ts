import { ALARM } from '@tanker/domain/alarms/alarm-code'
import type { Reading } from '@tanker/domain/reading'
import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import type { AlarmFact, Fact, RecordFact } from '../fact.ts'
import { createTruckState, step } from '../truck-engine.ts'

/** Steps a day in order and returns the rows that the tables would have: the last fact of every key. */
export function runDay(readings: readonly Reading[], context: TruckContext) {
  const state = createTruckState()
  const table = new Map<string, Fact>()
  const facts: Fact[] = []
  for (const reading of readings) {
    for (const fact of step(state, reading, context).facts) {
      facts.push(fact)
      table.set(factKey(fact), fact)
    }
  }
  const rows = [...table.values()]
  const alarms = rows.filter((fact) => fact.is === 'alarm')
  const records = rows.filter((fact) => fact.is === 'record')
  return {
    state,
    facts,
    rows,
    alarms,
    records,
    alarmsOf: (type: number): AlarmFact[] => alarms.filter((alarm) => alarm.type === type),
    recordsOf: (kind: RecordFact['kind']): RecordFact[] => records.filter((record) => record.kind === kind),
    /** The states in the order they were entered, `0-1-2-…`. */
    states: ['0', ...changesOf(records).map((record) => String(record.properties['to']))].join('-'),
    causes: changesOf(records).map((record) => String(record.properties['cause'])),
    /** Types of all alarm rows but the information 213, ascending. */
    alarmTypes: alarms
      .map((alarm) => alarm.type)
      .filter((type) => type !== ALARM.emptied)
      .sort((a, b) => a - b),
  }
}

const changesOf = (records: readonly RecordFact[]): RecordFact[] => records.filter((record) => record.name === 'process-changed')

export const factKey = (fact: Fact): string =>
  fact.is === 'alarm' ? `alarm/${fact.type}/${fact.startedAt}/${fact.object}` : `record/${fact.kind}/${fact.startedAt}/${fact.object}`
