import type { Text } from '@tanker/domain/texts/text'
import type { DeviceField, DeviceFile, DeviceFileRule } from './define-device-file.ts'
import { isPermitted, type ParameterValue } from './define-parameter.ts'
import { type FieldPlace, type FieldValues, type FileValues, pathOf, placesOf, valueAt } from './file-values.ts'

/** What is wrong with a field, by its path. */
export type FileProblem = { readonly path: string; readonly text: Text }

/** What a content is checked against. */
export type CheckedFor = {
  /** Compartments of the truck in base data; null: not known. */
  readonly compartments: number | null
  /** Whose form it is: the limits of some fields differ (spec 5.3); null: no form, but the device itself. */
  readonly by: 'staff' | 'customer' | null
  /** What the truck has: what it may not set must stay, and what exceeds only the limit of a form may stay. */
  readonly before: FileValues
}

/** Everything that is wrong with a content, in the order of the file; empty: it may be sent. */
export function fileProblems(file: DeviceFile, values: FileValues, checked: CheckedFor): readonly FileProblem[] {
  return [
    ...file.groups.flatMap((group) => groupProblems(group, values, checked)),
    ...placesOf(file, values).flatMap((place) => {
      const text = fieldProblem(file, place, valueAt(values, place), valueAt(checked.before, place), checked.by)
      return text === null ? [] : [{ path: pathOf(place), text }]
    }),
    ...file.rules.flatMap((rule) => ruleProblems(rule, values, checked)),
  ]
}

function groupProblems(
  { key, label, max, grows }: DeviceFile['groups'][number],
  values: FileValues,
  { before }: CheckedFor,
): readonly FileProblem[] {
  const entries = values.groups[key]?.length ?? 0
  if (entries > max) return [{ path: key, text: { zh: `${label.zh}最多${max}个。`, en: `${label.en}: at most ${max}.` } }]
  if (!grows && entries !== (before.groups[key]?.length ?? 0))
    return [
      {
        path: key,
        text: { zh: `${label.zh}由设备上报，不能增减。`, en: `${label.en} are reported by the device; none can be added or removed.` },
      },
    ]
  return []
}

const isCount = (file: DeviceFile, { group, field }: FieldPlace): boolean =>
  group === null && file.groups.some(({ countedBy }) => countedBy === field.key)

function fieldProblem(
  file: DeviceFile,
  place: FieldPlace,
  value: ParameterValue | undefined,
  before: ParameterValue | undefined,
  by: CheckedFor['by'],
): Text | null {
  const { field } = place
  if (isCount(file, place)) return null
  if (!field.settable && value !== before)
    return { zh: `${field.label.zh}由设备上报，不能修改。`, en: `${field.label.en} is reported by the device and cannot be set.` }
  if (value === undefined || value === '')
    return field.optional === true ? null : { zh: `请填写${field.label.zh}。`, en: `Please enter ${field.label.en}.` }
  if (!isPermitted(field, value)) return { zh: `${field.label.zh}：${rangeOf(field).zh}。`, en: `${field.label.en}: ${rangeOf(field).en}.` }
  const most = by === null ? undefined : field.formMax?.[by]
  if (most !== undefined && typeof value === 'number' && value > most && value !== before)
    return { zh: `${field.label.zh}最多${most}。`, en: `${field.label.en}: at most ${most}.` }
  return null
}

const FORM_TEXTS = {
  serial: { zh: '应为10位数字', en: 'ten digits' },
  phone: { zh: '应为11位数字', en: 'eleven digits' },
  digits: { zh: '只能是数字', en: 'digits only' },
  hhmm: { zh: '应为时分，如0830', en: 'hour and minute, such as 0830' },
  host: { zh: '应为IP地址或域名', en: 'an IP address or a domain' },
} as const

/** What a field takes, in words. */
export function rangeOf({ content, unit }: Pick<DeviceField, 'content' | 'unit'>): Text {
  switch (content.type) {
    case 'number': {
      const [zhUnit, enUnit] = unit ? [unit.zh, ` ${unit.en}`] : ['', '']
      const [zhStep, enStep] =
        content.step === undefined ? ['整数', 'a whole number'] : [`步长${content.step}`, `in steps of ${content.step}`]
      return { zh: `${content.min}至${content.max}${zhUnit}，${zhStep}`, en: `${content.min} to ${content.max}${enUnit}, ${enStep}` }
    }
    case 'choice':
    case 'bits':
      return { zh: '请从列表中选择', en: 'please choose from the list' }
    case 'text': {
      const form = content.form && FORM_TEXTS[content.form]
      const most = {
        zh: `最多${content.maxBytes}字节（汉字占2字节）`,
        en: `at most ${content.maxBytes} bytes, a Chinese character takes two`,
      }
      if (content.form === 'serial' || content.form === 'phone' || content.form === 'hhmm') return FORM_TEXTS[content.form]
      return form ? { zh: `${form.zh}，${most.zh}`, en: `${form.en}, ${most.en}` } : most
    }
    case 'period':
      return { zh: '应为08:00-18:00的形式', en: 'of the form 08:00-18:00' }
  }
}

function ruleProblems(rule: DeviceFileRule, values: FileValues, { compartments, before }: CheckedFor): readonly FileProblem[] {
  const text = { zh: `${rule.text.zh}。`, en: `${rule.text.en}.` }
  switch (rule.rule) {
    case 'compartment-count':
      return compartments === null || values.fields[rule.field] === compartments || values.fields[rule.field] === before.fields[rule.field]
        ? []
        : [{ path: rule.field, text: { zh: `${rule.text.zh}（${compartments}）。`, en: `${rule.text.en} (${compartments}).` } }]
    case 'needs':
      return values.fields[rule.field] === rule.value && isEmpty(values.fields[rule.needs]) ? [{ path: rule.needs, text }] : []
    case 'ordered':
      return entriesOf(rule.group, values).flatMap(({ entry, path }) => {
        const [lower, upper] = [entry[rule.lower], entry[rule.upper]]
        const off = typeof lower !== 'number' || typeof upper !== 'number' || lower === 0 || upper === 0
        return off || lower < upper ? [] : [{ path: path(rule.lower), text }]
      })
    case 'compartment':
      return entriesOf(rule.group, values).flatMap(({ entry, path }) => {
        const index = entry[rule.field]
        const isFine = compartments === null || typeof index !== 'number' || index < compartments || isExcused(rule, entry)
        return isFine ? [] : [{ path: path(rule.field), text }]
      })
    case 'unique':
      return uniqueProblems(rule, values, text)
    case 'masked':
      return entriesOf(rule.group, values).flatMap(({ entry, path }) =>
        rule.values
          .filter(({ place }) => typeof entry[rule.mask] === 'number' && ((Number(entry[rule.mask]) >>> place) & 1) === 1)
          .flatMap(({ fields }) => fields.filter((field) => isEmpty(entry[field])))
          .map((field) => ({ path: path(field), text })),
      )
    case 'attached':
      return entriesOf(rule.group, values).flatMap(({ entry, path }) => {
        const wanted = rule.fields.slice(0, Number(entry[rule.count] ?? 0))
        const taken = [entry[rule.master]]
        return wanted.flatMap((field) => {
          const value = entry[field]
          const isFine = !isEmpty(value) && !taken.includes(value)
          taken.push(value)
          return isFine ? [] : [{ path: path(field), text }]
        })
      })
  }
}

const isEmpty = (value: ParameterValue | undefined): boolean => value === undefined || value === ''
const isExcused = (
  { unless }: { readonly unless?: { readonly field: string; readonly value: ParameterValue } },
  entry: FieldValues,
): boolean => unless !== undefined && entry[unless.field] === unless.value

type Entry = { readonly entry: FieldValues; readonly path: (key: string) => string }

function entriesOf(group: string | null, values: FileValues): readonly Entry[] {
  if (group === null) return [{ entry: values.fields, path: (key) => key }]
  return (values.groups[group] ?? []).map((entry, i) => ({ entry, path: (key: string) => `${group}.${i}.${key}` }))
}

/** The second and further entries with the same values, which name the first. */
function uniqueProblems(rule: Extract<DeviceFileRule, { rule: 'unique' }>, values: FileValues, text: Text): readonly FileProblem[] {
  const first = new Map<string, number>()
  const [shown = ''] = rule.fields
  return entriesOf(rule.group, values).flatMap(({ entry, path }, i) => {
    const key = rule.fields.map((field) => String(entry[field] ?? '')).join('\n')
    if (isExcused(rule, entry) || rule.fields.some((field) => isEmpty(entry[field]))) return []
    const before = first.get(key)
    if (before === undefined) {
      first.set(key, i)
      return []
    }
    return [
      {
        path: path(shown),
        text: { zh: `${text.zh.slice(0, -1)}（与第${before + 1}个）。`, en: `${text.en.slice(0, -1)} (same as entry ${before + 1}).` },
      },
    ]
  })
}
