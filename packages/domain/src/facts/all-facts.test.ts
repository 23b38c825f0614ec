import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { alarmType } from '../alarms/alarm-type.ts'
import { DECLARED_FACTS } from './test-declared-facts.ts'

const folder = import.meta.dirname
const text = (file: string): string => readFileSync(join(folder, file), 'utf8')
const files = readdirSync(folder).filter((name) => name.endsWith('-facts.ts') && !['all-facts.ts', 'test-declared-facts.ts'].includes(name))

test('every file of facts is among those whose facts are known', () => {
  expect(files.length).toBeGreaterThan(4)
  for (const list of ['all-facts.ts', 'test-declared-facts.ts'])
    expect(
      files.filter((name) => !text(list).includes(`'./${name}'`)),
      list,
    ).toEqual([])
})

test('every fact that is declared is exported, and so known', () => {
  const written = files.flatMap((name) => [...text(name).matchAll(/^(?:export )?const (\w+) = (?:alarm|record)Fact\(/gm)])
  expect(written.length).toBeGreaterThan(50)
  expect(DECLARED_FACTS).toHaveLength(written.length)
})

test('no type of alarm and no kind of record is declared twice, and every alarm is one of the table', () => {
  const names = DECLARED_FACTS.map((fact) => (fact.is === 'alarm' ? `${fact.type}` : fact.kind))
  expect(new Set(names).size).toBe(names.length)
  expect(DECLARED_FACTS.filter((fact) => fact.is === 'alarm' && alarmType(fact.type) === undefined)).toEqual([])
})
