import { describe, expect, test } from 'vitest'
import { fileProblems } from './check-file-values.ts'
import type { DeviceField, DeviceFile } from './define-device-file.ts'
import type { ParameterValue } from './define-parameter.ts'
import { ctlsyscfg } from './device-files/ctlsyscfg.ts'
import { elscfg } from './device-files/elscfg.ts'
import { elspproperty } from './device-files/elspproperty.ts'
import { extdevcfg1 } from './device-files/extdevcfg1.ts'
import { mcgroupcfg } from './device-files/mcgroupcfg.ts'
import { syscfg } from './device-files/syscfg.ts'
import { ui } from './device-files/ui.ts'
import { counted, type FieldValues, type FileValues } from './file-values.ts'

/** A permitted value of each field that must have one. */
const usual = (fields: readonly DeviceField[]): FieldValues =>
  Object.fromEntries(
    fields.flatMap((field): readonly (readonly [string, ParameterValue])[] => {
      const { content } = field
      if (field.optional === true) return []
      if (field.default !== undefined) return [[field.key, field.default]]
      if (content.type === 'number') return [[field.key, content.min]]
      if (content.type === 'choice') return [[field.key, content.choices[0]?.value ?? 0]]
      if (content.type === 'bits') return [[field.key, 0]]
      return [[field.key, content.type === 'text' && content.form === 'serial' ? '0000000001' : 'a']]
    }),
  )

const content = (file: DeviceFile, fields: FieldValues, entries: readonly FieldValues[] = []): FileValues =>
  counted(file, {
    fields: { ...usual(file.fields), ...fields },
    groups: Object.fromEntries(
      file.groups.map((group, i) => [
        group.key,
        i === file.groups.length - 1 ? entries.map((entry) => ({ ...usual(group.fields), ...entry })) : [],
      ]),
    ),
  })

const problems = (file: DeviceFile, values: FileValues, more: Partial<Parameters<typeof fileProblems>[2]> = {}) =>
  fileProblems(file, values, { compartments: 4, by: 'staff', before: content(file, {}), ...more }).map(
    ({ path, text }) => `${path}: ${text.en}`,
  )

const serial = (n: number) => String(n).padStart(10, '0')

describe('seal probes', () => {
  test('two probes with one serial are refused, and the second names the first', () => {
    const values = content(elscfg, {}, [{ sn: serial(1) }, { sn: serial(2) }, { sn: serial(1) }])
    expect(problems(elscfg, values)).toEqual(['probes.2.sn: Two probes have the same serial (same as entry 1).'])
  })

  test('[5.3-14] a serial has ten digits', () => {
    expect(problems(elscfg, content(elscfg, {}, [{ sn: '123' }]))).toEqual(['probes.0.sn: Serial: ten digits.'])
  })

  test('[5.3-13] 64 probes may be, 65 not', () => {
    const probes = (n: number) =>
      content(
        elscfg,
        {},
        Array.from({ length: n }, (_, i) => ({ sn: serial(i) })),
      )
    expect(problems(elscfg, probes(64))).toEqual([])
    expect(problems(elscfg, probes(65))).toEqual(['probes: Seal probes: at most 64.'])
  })

  test('a probe in use belongs to a compartment of the truck; one that is off, or a truck of unknown compartments, may be anything', () => {
    const of = (cabinIndex: number, en = 1) => content(elscfg, {}, [{ cabinIndex, en }])
    expect(problems(elscfg, of(3))).toEqual([])
    expect(problems(elscfg, of(4))).toEqual(['probes.0.cabinIndex: The truck has no such compartment.'])
    expect(problems(elscfg, of(4, 0))).toEqual([])
    expect(problems(elscfg, of(9), { compartments: null })).toEqual([])
  })

  test('zero below gate below maximum; 0 switches a limit off', () => {
    expect(problems(elscfg, content(elscfg, {}, [{ szerov: 600, sgatev: 600 }]))).toEqual([
      'probes.0.szerov: The zero value must be below the gate value.',
    ])
    expect(problems(elscfg, content(elscfg, {}, [{ szerov: 0, sgatev: 0 }]))).toEqual([])
  })
})

describe('compartments of a system', () => {
  test('[5.3-15] staff enter at most 5, customers 9; what the truck has may stay', () => {
    const of = (cabinCount: number) => content(ui, { cabinCount })
    expect(problems(ui, of(5), { compartments: 5 })).toEqual([])
    expect(problems(ui, of(6), { compartments: 6 })).toEqual(['cabinCount: Compartments: at most 5.'])
    expect(problems(ui, of(6), { compartments: 6, before: of(6) })).toEqual([])
    expect(problems(ui, of(9), { compartments: 9, by: 'customer' })).toEqual([])
    expect(problems(ui, of(10), { compartments: 10, by: 'customer' })).toEqual(['cabinCount: Compartments: at most 9.'])
  })

  test('a new count is that of base data', () => {
    expect(problems(ui, content(ui, { cabinCount: 3 }))).toEqual([
      'cabinCount: Differs from the truck’s number of compartments in base data (4).',
    ])
  })
})

describe('the console', () => {
  const system = (fields: FieldValues) => content(syscfg, { cabinCount: 4, server1Addr: '10.0.0.1', ...fields })
  test('[5.3-11] recording goes on for at least 1000 ms', () => {
    expect(problems(syscfg, system({ recHold: 1000 }))).toEqual([])
    expect(problems(syscfg, system({ recHold: 999 }))).toEqual(['recHold: Recording goes on for: 1000 to 600000 ms, a whole number.'])
  })

  test('[5.3-12] start and stop are hour and minute, and recording needs both', () => {
    expect(problems(syscfg, system({ recEn: 1, recStart: '0830', recEnd: '2359' }))).toEqual([])
    expect(problems(syscfg, system({ recEn: 1, recStart: '0860', recEnd: '2400' }))).toEqual([
      'recStart: Recording from: hour and minute, such as 0830.',
      'recEnd: Recording until: hour and minute, such as 0830.',
    ])
    expect(problems(syscfg, system({ recEn: 1, recStart: '0830' }))).toEqual(['recEnd: Recording needs an end time.'])
  })

  test('a SIM number has eleven digits, channels are at most eight, and a console of before these fields lacks them', () => {
    expect(problems(syscfg, system({ camSim: '13912345678', camCount: 8, rtMask: 0xff, hdMask: 1, mirrorMask: 0 }))).toEqual([])
    expect(problems(syscfg, system({ camSim: '1391234567', camCount: 9, rtMask: 0x100 }))).toEqual([
      'camSim: SIM number of the cameras: eleven digits.',
      'camCount: Camera channels: 0 to 8, a whole number.',
      'rtMask: Channels of real-time video: please choose from the list.',
    ])
    expect(Object.keys(system({}).fields).filter((key) => /^(?:camSim|camCount|rt|hd|mirror)/.test(key))).toEqual([])
    expect(problems(syscfg, system({}))).toEqual([])
  })

  test('[5.3-08] [5.3-09] sealings are 0 to 99, a ratio 0 to 1000', () => {
    expect(problems(syscfg, system({ autoSealTimes: 99, manualSealTimes: 0, meterRatio: 1000 }))).toEqual([])
    expect(problems(syscfg, system({ autoSealTimes: 100, manualSealTimes: -1, meterRatio: 1000.1 }))).toHaveLength(3)
  })

  test('[5.3-10] labels are 0 to 31, each once', () => {
    const of = (...labels: number[]) =>
      content(
        ctlsyscfg,
        { cabinCount: 4, server1Addr: 'a.example' },
        labels.map((label) => ({ label })),
      )
    expect(problems(ctlsyscfg, of(0, 31))).toEqual([])
    expect(problems(ctlsyscfg, of(5, 5))).toEqual(['inputs.1.label: Two inputs have the same label (same as entry 1).'])
    expect(problems(ctlsyscfg, of(32))).toEqual(['inputs.0.label: Label: 0 to 31, a whole number.'])
  })
})

test('[5.3-14] 32 external devices, four groups with at most three attached compartments, brightness 1 to 100', () => {
  const devices = (n: number) =>
    content(
      extdevcfg1,
      {},
      Array.from({ length: n }, (_, i) => ({ devType: 8, devAddr: i + 1 })),
    )
  expect(problems(extdevcfg1, devices(32))).toEqual([])
  expect(problems(extdevcfg1, devices(33))).toEqual(['devices: Devices: at most 32.'])
  const groups = (n: number) =>
    content(
      mcgroupcfg,
      {},
      Array.from({ length: n }, (_, i) => ({ en: 1, masterCompIndex: i })),
    )
  expect(problems(mcgroupcfg, groups(4))).toEqual([])
  expect(problems(mcgroupcfg, groups(5), { compartments: null })).toEqual(['groups: Groups: at most 4.'])
  const group = (fields: FieldValues) => problems(mcgroupcfg, content(mcgroupcfg, {}, [{ en: 1, masterCompIndex: 0, ...fields }]))
  expect(group({ attachedCompsCount: 2, attachedCompIndex0: 1, attachedCompIndex1: 2 })).toEqual([])
  expect(group({ attachedCompsCount: 2, attachedCompIndex0: 1 })).toHaveLength(1)
  expect(group({ attachedCompsCount: 1, attachedCompIndex0: 0 })).toHaveLength(1)
  expect(group({ attachedCompsCount: 4 })).toContain('groups.0.attachedCompsCount: Attached compartments: 0 to 3, a whole number.')
  expect(group({ masterCompIndex: 9 })).toContain('groups.0.masterCompIndex: Master compartment: please choose from the list.')
  expect(problems(ui, content(ui, { cabinCount: 4, brightness: 0 }))).toEqual(['brightness: Brightness: 1 to 100 %, a whole number.'])
})

test('a place in the write mask needs its value; runtime values and the probes themselves cannot be set', () => {
  const before = content(elspproperty, {}, [{ closev: 5 }])
  const of = (fields: FieldValues) => content(elspproperty, {}, [{ closev: 5, ...fields }])
  const bits = (...places: number[]) => places.reduce((mask, place) => mask | (1 << place), 0)
  expect(problems(elspproperty, of({ needWriteMask: bits(1, 7), wclosev: 7, wsensorv2: 9 }), { before })).toEqual([])
  expect(problems(elspproperty, of({ needWriteMask: bits(1, 7), wclosev: 7 }), { before })).toEqual([
    'properties.0.wsensorv2: Chosen to be written, but its value is empty.',
  ])
  expect(problems(elspproperty, of({ closev: 6 }), { before })).toEqual([
    'properties.0.closev: Close value is reported by the device and cannot be set.',
  ])
  expect(problems(elspproperty, content(elspproperty, {}, []), { before })).toEqual([
    'properties: Probe properties are reported by the device; none can be added or removed.',
  ])
})
