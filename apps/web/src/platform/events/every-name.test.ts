import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { ALARM_GRADES, alarmGradeText } from '@tanker/domain/alarms/alarm-grade'
import { EXCEPTION_TYPES } from '@tanker/domain/alarms/handling'
import { CHANGE_ACTIONS } from '@tanker/domain/changes/change-action'
import { PROBE_TYPES } from '@tanker/domain/devices/probe-type'
import { RECORD_KINDS } from '@tanker/domain/facts/test-declared-facts'
import { NOT_NAMED } from '@tanker/domain/texts/not-named'
import { problemsOfName } from '@tanker/domain/texts/test-names'
import type { Text } from '@tanker/domain/texts/text'
import { TRANSPORT_STATES } from '@tanker/domain/trucks/transport-process'
import { describe, expect, test } from 'vitest'
import { asReader } from '../test-reader.ts'

type Names = typeof import('./event-names.ts')
type Seals = typeof import('../tank/seal-lock.tsx')

describe('[D-08] users never read a key', () => {
  test('alarm types, grades, exception types, probes, process states and actions of the history have a name in both languages', () => {
    const all: [string, Text | undefined][] = [
      ...Object.entries(ALARM).map(([name, code]): [string, Text | undefined] => [`alarm ${name}`, alarmType(code)?.name]),
      ...ALARM_GRADES.map((grade): [string, Text] => [`grade ${grade}`, alarmGradeText[grade]]),
      ...Object.entries(EXCEPTION_TYPES),
      ...Object.entries(CHANGE_ACTIONS),
      ...PROBE_TYPES.map((name, type): [string, Text] => [`probe ${type}`, name]),
      ...TRANSPORT_STATES.map(({ text }, state): [string, Text] => [`process ${state}`, text]),
    ]
    expect(PROBE_TYPES).toHaveLength(32)
    expect(TRANSPORT_STATES).toHaveLength(12)
    expect(all.flatMap(([what, name]) => problemsOfName(what, name))).toEqual([])
  })

  test.each(['zh', 'en'] as const)('records, alarms and seals of all kinds are named in the events of a truck, in %s', async (language) => {
    const { eventName } = await asReader<Names>({ language }, () => import('./event-names.ts'))
    const { sealName } = await asReader<Seals>({ language }, () => import('../tank/seal-lock.tsx'))
    const named = [
      ...RECORD_KINDS.map((name) => eventName({ kind: 'record', name, object: 0, properties: {} })),
      ...Object.values(ALARM).map((code) => eventName({ kind: 'alarm', name: String(code), object: 0, properties: {} })),
      ...PROBE_TYPES.map((_, type) => sealName(1, type)),
    ]
    expect(named.filter((name) => name === '' || name === NOT_NAMED[language] || RECORD_KINDS.some((kind) => kind === name))).toEqual([])
    // What a newer version wrote has words of its own, not its key.
    expect(eventName({ kind: 'record', name: 'from-tomorrow', object: 0, properties: {} })).toBe(NOT_NAMED[language])
    expect(sealName(0, 77)).toBe(NOT_NAMED[language])
  })
})
