import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultThresholds, THRESHOLD_GROUPS } from './thresholds.ts'
import { THRESHOLD_UNITS } from './thresholds/threshold.ts'

const all = THRESHOLD_GROUPS.flatMap((group) => Object.values(group.thresholds).map((one) => ({ ...one, group: group.key })))
const root = join(import.meta.dirname, '..', '..', '..')

/** Whether `value` is a whole number of steps above `min`, but for rounding. */
const isOnStep = (value: number, min: number, step: number): boolean => {
  const steps = (value - min) / step
  return Math.abs(steps - Math.round(steps)) < 1e-6
}

test('every threshold has a label in both languages, a range with its default in it, a step and a scope', () => {
  for (const one of all) {
    expect(one.label.zh, one.key).toMatch(/[一-龥]/)
    // Read by itself, not after the label above it.
    expect(one.label.en, one.key).toMatch(/^[A-Z0-9].+/)
    expect(one.label.en, one.key).not.toMatch(/^(?:For|And|Or)\b/)
    if (one.hint) expect(Math.min(one.hint.zh.length, one.hint.en.length), one.key).toBeGreaterThan(3)
    expect(one.min, one.key).toBeLessThan(one.max)
    expect(one.default, one.key).toBeGreaterThanOrEqual(one.min)
    expect(one.default, one.key).toBeLessThanOrEqual(one.max)
    expect(one.step, one.key).toBeGreaterThan(0)
    expect(isOnStep(one.default, one.min, one.step) && isOnStep(one.max, one.min, one.step), `${one.key}: step`).toBe(true)
    expect(one.scope.length, one.key).toBeGreaterThan(0)
  }
})

test('a threshold stands in one group, and no two of a group have the same label and unit', () => {
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
  expect(Object.keys(defaultThresholds)).toHaveLength(all.length)
  expect(new Set(THRESHOLD_GROUPS.map(({ key }) => key)).size).toBe(THRESHOLD_GROUPS.length)
  for (const language of ['zh', 'en'] as const) {
    const labels = all.map(({ group, label, unit }) => `${group}: ${label[language]} ${unit}`)
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([])
  }
})

test('the name of a threshold ends with its unit, and a choice names each of its values', () => {
  for (const { key, unit, choices, min, max } of all) {
    expect(key.endsWith(THRESHOLD_UNITS[unit].ending), `${key}: ${unit}`).toBe(true)
    expect(unit === 'choice', key).toBe(choices !== undefined)
    if (choices) expect(choices.map(({ value }) => value)).toEqual(Array.from({ length: max - min + 1 }, (_, index) => min + index))
  }
})

test('every threshold is read by a rule', () => {
  const folders = ['packages/detection/src', 'packages/domain/src', 'packages/database/src', 'packages/reports/src', 'apps/server/src']
  const words = new Set(
    folders
      .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file)))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/[\\/]thresholds[\\/]|migrations/.test(file))
      .flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []),
  )
  expect(all.map(({ key }) => key).filter((key) => !words.has(key))).toEqual([])
})
