import { expect, test } from 'vitest'
import { COMPARTMENT_INDEXES, type DeviceField } from './define-device-file.ts'
import {
  DEVICE_FILES,
  DEVICE_VERSIONS_FILE,
  deviceFile,
  FIRMWARE_FILES,
  TANK_TABLE_FILE,
  isDeviceFile,
  isFirmwareFile,
} from './device-files.ts'
import { ctlsyscfg } from './device-files/ctlsyscfg.ts'
import { elscfg } from './device-files/elscfg.ts'
import { elspproperty } from './device-files/elspproperty.ts'
import { extdevcfg1 } from './device-files/extdevcfg1.ts'
import { mcgroupcfg } from './device-files/mcgroupcfg.ts'
import { mlockcfg } from './device-files/mlockcfg.ts'
import { printercfg } from './device-files/printercfg.ts'
import { syscfg } from './device-files/syscfg.ts'
import { tlscfg } from './device-files/tlscfg.ts'
import { tlspproperty } from './device-files/tlspproperty.ts'
import { ui } from './device-files/ui.ts'
import { HOUR, SECOND } from './device-files/units.ts'
import { isPermitted } from './define-parameter.ts'

test('[3.12-02] staff have eleven files, each with its number', () => {
  expect(Object.fromEntries(DEVICE_FILES.map(({ name, number }) => [name, number]))).toEqual({
    'syscfg.txt': 7,
    'elscfg.txt': 2,
    'elspproperty.txt': 3,
    'tlscfg.txt': 8,
    'extdevcfg1.txt': 4,
    'mlockcfg.txt': 6,
    'mcgroupcfg.txt': 5,
    'ui.cfg': 9,
    'printercfg.txt': 10,
    'ctlsyscfg.txt': 1,
    'tlspproperty.txt': 11,
  })
  expect(deviceFile(9)?.name).toBe('ui.cfg')
  expect(deviceFile(TANK_TABLE_FILE)).toBeUndefined()
})

test('[3.12-03] [6-11] customers have the six of the reduced catalogue', () => {
  expect(DEVICE_FILES.filter((file) => file.forCustomers).map((file) => file.name)).toEqual([
    'syscfg.txt',
    'elscfg.txt',
    'tlscfg.txt',
    'mlockcfg.txt',
    'ui.cfg',
    'ctlsyscfg.txt',
  ])
})

test('only catalogued files, tank tables, firmware and what the devices run are device files', () => {
  expect([0, 1, 11, 12, TANK_TABLE_FILE, 33, 34, 35, DEVICE_VERSIONS_FILE, 37].map(isDeviceFile)).toEqual([
    false,
    true,
    true,
    false,
    true,
    true,
    true,
    true,
    true,
    false,
  ])
  expect([TANK_TABLE_FILE, 33, 34, 35, DEVICE_VERSIONS_FILE].filter(isFirmwareFile)).toEqual(Object.values(FIRMWARE_FILES))
})

/** What is missing of a field's declaration, in words. */
function faults({ label, content, unit, unitless, hint, default: usual, ...field }: DeviceField): readonly string[] {
  const isNumber = content.type === 'number'
  return [
    ...(label.zh === '' || label.en === '' ? ['no label'] : []),
    ...(hint?.zh === '' || hint?.en === '' ? ['an empty hint'] : []),
    ...(isNumber && (unit === undefined) === (unitless === undefined) ? ['neither a unit nor a reason for none, or both'] : []),
    ...(!isNumber && (unit ?? unitless) !== undefined ? ['a unit of what is no number'] : []),
    ...(isNumber && !(content.min < content.max && (content.step ?? 1) > 0) ? ['no range'] : []),
    ...(content.type === 'choice' && new Set(content.choices.map(({ value }) => value)).size !== content.choices.length
      ? ['a choice twice']
      : []),
    ...(content.type === 'choice' && content.choices.length < 2 ? ['nothing to choose'] : []),
    ...(content.type === 'bits' && content.bits.some(({ value }) => value < 0 || value > 31) ? ['a bit beyond a word'] : []),
    ...(content.type === 'text' && content.maxBytes < 1 ? ['no length'] : []),
    ...(usual !== undefined && !isPermitted({ key: field.key, label, content }, usual) ? ['a default that is not permitted'] : []),
    ...(/^[a-zA-Z]\w*$/.test(field.key) ? [] : ['a key that no file can have']),
  ]
}

test('[3.12-01] [3.12-04] each field has a key once, labels, a unit or the reason for none, and a range', () => {
  for (const file of DEVICE_FILES) {
    for (const { fields, of } of [
      { fields: file.fields, of: file.name },
      ...file.groups.map(({ fields, key }) => ({ fields, of: `${file.name} ${key}` })),
    ]) {
      expect(fields.flatMap((field) => faults(field).map((fault) => `${of} ${field.key}: ${fault}`))).toEqual([])
      expect(new Set(fields.map(({ key }) => key)).size, of).toBe(fields.length)
      expect(new Set(fields.map(({ label }) => label.en)).size, `labels of ${of}`).toBe(fields.length)
    }
  }
})

test('the linter finds a field without label, unit or range', () => {
  const bad: DeviceField = { key: 'x', label: { zh: '', en: '' }, settable: true, content: { type: 'number', min: 5, max: 5 } }
  expect(faults(bad)).toEqual(['no label', 'neither a unit nor a reason for none, or both', 'no range'])
})

test('counts, groups and rules name fields that their file has', () => {
  for (const file of DEVICE_FILES) {
    const keys = (group: string | null) =>
      (group === null ? file.fields : (file.groups.find(({ key }) => key === group)?.fields ?? [])).map(({ key }) => key)
    for (const { countedBy, max } of file.groups)
      expect(
        file.fields.find(({ key }) => key === countedBy),
        `${file.name} ${countedBy}`,
      ).toMatchObject({ settable: false, content: { min: 0, max } })
    for (const rule of file.rules) {
      const { group, ...named } = { group: null, ...rule }
      const fields = Object.entries(named).flatMap(([part, value]) => {
        if (['rule', 'text', 'value'].includes(part)) return []
        if (part === 'unless') return [(value as { field: string }).field]
        if (part === 'values') return (value as { fields: string[] }[]).flatMap((one) => one.fields)
        return [value as string | string[]].flat()
      })
      expect(
        fields.filter((field) => !keys(group).includes(field)),
        `${file.name} ${rule.rule}`,
      ).toEqual([])
    }
  }
})

test('[3.12-05] [3.12-06] [9-15] seal probes: ten compartments from 1, two buses, 32 types, serials of ten digits', () => {
  const [probes] = elscfg.groups
  expect(probes.fields.map(({ key }) => key)).toEqual(['cabinIndex', 'lineNum', 'type', 'en', 'smodv', 'sgatev', 'szerov', 'smaxv', 'sn'])
  expect(probes.fields.find(({ key }) => key === 'type')?.content).toMatchObject({ choices: { length: 32 } })
  expect(COMPARTMENT_INDEXES.map(({ value, text }) => `${value}: ${text.en}`)).toEqual(
    Array.from({ length: 10 }, (_, i) => `${i}: Compartment ${i + 1}`),
  )
})

test('[3.12-07] [3.12-08] properties of seal probes are read, their counterparts written; masks have the places 1 to 7', () => {
  const fields: readonly DeviceField[] = elspproperty.groups[0].fields
  const read =
    'closev gatev zerov midv maxv sensorv1 sensorv2 gate2v zero2v mid2v max2v funcvar0 funcvar1 funcvar2 funcvar3 funcvar4'.split(' ')
  expect(read.map((key) => fields.find((field) => field.key === key)?.settable)).toEqual(read.map(() => false))
  expect(read.map((key) => fields.find((field) => field.key === `w${key}`)?.settable)).toEqual(read.map(() => true))
  expect(fields.find(({ key }) => key === 'sver')?.settable).toBe(false)
  for (const mask of ['needReadMask', 'needWriteMask']) {
    const content = fields.find(({ key }) => key === mask)?.content
    expect(content?.type === 'bits' ? content.bits.map(({ value }) => value) : []).toEqual([1, 2, 3, 4, 5, 6, 7])
  }
})

test('[3.12-09] [3.12-10] [3.12-11] [3.12-12] [3.12-13] the level meters have the fields of the specification', () => {
  const has = (fields: readonly DeviceField[], keys: string) => {
    const missing = keys.split(' ').filter((key) => !fields.some((field) => field.key === key))
    expect(missing).toEqual([])
  }
  has(
    tlscfg.fields,
    'totalCount angleSensorCompX angleSensorCompY maxFluctuation maxTitleAngleX maxTitleAngleY angleSensorAppMode levelChangeAlarmV volChangeAlarmV productTypeListLen',
  )
  const [products, probes] = tlscfg.groups
  has(products.fields, 'ptNo ptVEC ptDensity ptName')
  has(probes.fields, 'cabinIndex probeAddr psn distA distH distXXX distYYY distZZZ distMMM distNNN')
  has(probes.fields, 'levelComp lowLevelComp c1tablelevelComp c2tablelevelComp c3tablelevelComp')
  has(probes.fields, 'overfillAlarmLevel overfillWarningLevel overfillAlarmVol overfillWarningVol')
  has(
    probes.fields,
    'blindLevel cabinSizeH cabinPipeVol floaterCompVar waterWorkMode waterBlindLevel waterLevelComp volCalcMode tiltSensorAddr0 pMaxFluctuation',
  )
  const choices = (key: string) => {
    const content = probes.fields.find((field) => field.key === key)?.content
    return content?.type === 'choice' ? content.choices.map(({ value }) => value) : []
  }
  expect(choices('probeAddr')).toEqual(Array.from({ length: 16 }, (_, i) => 192 + i))
  expect(choices('volCalcMode')).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('[3.12-14] level probe properties: values read and written, both masks, five temperature sensors, tilt version', () => {
  const keys = tlspproperty.groups[0].fields.map(({ key }) => key)
  const values = [
    'b',
    'k',
    'addr',
    'refv',
    'autoreflow',
    'oilcomp',
    'watercomp',
    'temppos1',
    'temppos2',
    'temppos3',
    'temppos4',
    'temppos5',
  ]
  expect(
    [...values, ...values.map((key) => `w${key}`), 'needReadMask', 'needWriteMask', 'tiltver'].filter((key) => !keys.includes(key)),
  ).toEqual([])
})

test('[3.12-15] [3.12-16] [3.12-17] [9-14] devices, valves and combined groups have their types and maxima', () => {
  const values = (fields: readonly DeviceField[], key: string) => {
    const content = fields.find((field) => field.key === key)?.content
    return content?.type === 'choice' ? content.choices.map(({ value }) => value) : content
  }
  expect(extdevcfg1.groups[0]).toMatchObject({ max: 32, countedBy: 'totalCount' })
  expect(values(extdevcfg1.groups[0].fields, 'devType')).toEqual([0, 1, 2, 3, 8])
  expect(mlockcfg.groups[0].countedBy).toBe('valveCount')
  expect(values(mlockcfg.groups[0].fields, 'type')).toEqual([0, 1, 11, 12, 13])
  expect(mcgroupcfg.groups[0]).toMatchObject({ max: 4, countedBy: 'groupsCount' })
  expect(values(mcgroupcfg.groups[0].fields, 'masterCompIndex')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(values(mcgroupcfg.groups[0].fields, 'attachedCompsCount')).toMatchObject({ min: 0, max: 3 })
})

test('[3.12-18] [3.12-19] [3.12-23] the screen has its settings, the console its work modes', () => {
  expect(ui.fields.find(({ key }) => key === 'brightness')?.content).toMatchObject({ min: 1, max: 100 })
  expect(ui.fields.find(({ key }) => key === 'userPwd')?.content).toMatchObject({ secret: true })
  expect(ui.fields.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['profuncv', 'hideTemp', 'hideVol', 'hideStdVol', 'forcePrint', 'densityPressure']),
  )
  const count = (key: string) => {
    const content = syscfg.fields.find((field) => field.key === key)?.content
    return content?.type === 'choice' ? content.choices.length : 0
  }
  expect(['sealMode', 'tlsMode', 'printMode', 'dev2Mode'].map(count)).toEqual([8, 4, 10, 10])
})

test('[3.12-20] a printer has the fields of the specification', () => {
  const keys = [...printercfg.fields, ...printercfg.groups.flatMap(({ fields }) => fields)].map(({ key }) => key)
  expect(keys).toEqual(expect.arrayContaining(['printerIndex', 'modelNo', 'pDev', 'pDevID', 'pVar', 'modelInfo']))
})

test.each([syscfg, ctlsyscfg])(
  '[3.12-21] [3.12-22] [3.12-24] $name has the identity, servers, ports and intervals of its device',
  ({ fields }) => {
    const keys = fields.map(({ key }) => key)
    const contentOf = (key: string) => fields.find((field) => field.key === key)?.content
    const identity = ['tankTruckSn', 'devSn', 'cabinCount', 'timeZone', 'restartDelay', 'canEn', 'canBaud', 'modbusAddr']
    const intervals = ['uploadInterval', 'heartbeatInterval']
    const servers = [1, 2].flatMap((n) => ['Addr', 'AddrType', 'TcpPort', 'UdpPort'].map((name) => `server${n}${name}`))
    const ports = [1, 2].flatMap((n) => [`com${n}Use`, `com${n}Baud`])
    const masks = Array.from({ length: 8 }, (_, index) => `camMask${index + 1}`)
    expect(keys).toEqual(expect.arrayContaining([...identity, ...intervals, ...servers, ...ports, ...masks]))
    // 0 an IP address, 1 a domain; hours; seconds.
    expect(contentOf('server1AddrType')).toMatchObject({ type: 'choice', choices: [{ value: 0 }, { value: 1 }] })
    const unitOf = (key: string) => fields.find((field) => field.key === key)?.unit
    expect(['restartDelay', 'uploadInterval', 'heartbeatInterval'].map(unitOf)).toEqual([HOUR, SECOND, SECOND])
    expect(contentOf('canBaud')).toMatchObject({ type: 'choice' })
  },
)
