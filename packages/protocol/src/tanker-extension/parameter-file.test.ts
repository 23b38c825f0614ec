import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DeviceField, DeviceFile } from '@tanker/parameters/define-device-file'
import type { ParameterValue } from '@tanker/parameters/define-parameter'
import { DEVICE_FILES } from '@tanker/parameters/device-files'
import { elscfg } from '@tanker/parameters/device-files/elscfg'
import { ui } from '@tanker/parameters/device-files/ui'
import { counted, type FieldValues, type FileValues, placesOf, valueAt, withValue } from '@tanker/parameters/file-values'
import { decodeGbk, encodeGbk } from '../gbk-text.ts'
import { MAX_PARAMETER_FILE_BYTES, readParameterFile } from './parameter-file.ts'
import { writeParameterFile } from './write-parameter-file.ts'

const FORMS = {
  serial: /^\d{10}$/,
  phone: /^\d{11}$/,
  digits: /^\d{1,8}$/,
  hhmm: /^([01]\d|2[0-3])[0-5]\d$/,
  host: /^[a-z]{1,20}\.example$/,
}

/** Any permitted value of a field. */
function arbitraryValue({ content }: DeviceField): fc.Arbitrary<ParameterValue> {
  switch (content.type) {
    case 'number': {
      const step = content.step ?? 1
      const steps = fc.integer({ min: Math.round(content.min / step), max: Math.round(content.max / step) })
      return steps.map((n) => Number((n * step).toFixed(9)) + 0)
    }
    case 'choice':
      return fc.constantFrom(...content.choices.map(({ value }) => value))
    case 'bits':
      return fc.subarray(content.bits.map(({ value }) => value)).map((places) => places.reduce((mask, place) => mask | (1 << place), 0))
    case 'text': {
      if (content.form) return fc.stringMatching(FORMS[content.form]).filter((text) => text.length <= content.maxBytes)
      const characters = fc.constantFrom(...'油罐车仓号京津沪AZaz09 =[]#;-')
      return fc
        .string({ unit: characters, minLength: 1, maxLength: Math.floor(content.maxBytes / 2) })
        .map((text) => `车${text}`.slice(0, Math.floor(content.maxBytes / 2)).trim())
    }
    case 'period':
      return fc.constant('08:00-18:00')
  }
}

const arbitraryFields = (fields: readonly DeviceField[]): fc.Arbitrary<FieldValues> =>
  fc.record(Object.fromEntries(fields.map((field) => [field.key, arbitraryValue(field)])), {
    requiredKeys: fields.filter(({ optional }) => !optional).map(({ key }) => key),
  })

const arbitraryValues = (file: DeviceFile): fc.Arbitrary<FileValues> =>
  fc
    .record({
      fields: arbitraryFields(file.fields),
      groups: fc.record(
        Object.fromEntries(
          file.groups.map((group) => [group.key, fc.array(arbitraryFields(group.fields), { maxLength: Math.min(4, group.max) })]),
        ),
      ),
    })
    .map((values) => counted(file, values))

/** A file as a person may have left it: comments, blanks, unknown lines, either line end, values with spaces around them. */
const arbitraryBytes = (file: DeviceFile): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(
      arbitraryValues(file),
      fc.constantFrom('\n', '\r\n'),
      fc.array(fc.tuple(fc.nat(60), fc.constantFrom('# 备注 说明', '', '; x', 'unknownKey=1', 'nonsense', '  ')), { maxLength: 6 }),
      fc.boolean(),
    )
    .map(([values, end, extra, isEnded]) => {
      const lines = decodeGbk(writeParameterFile(file, values, null))
        .trimEnd()
        .split('\n')
      for (const [at, text] of extra) lines.splice(at % (lines.length + 1), 0, text)
      return encodeGbk(lines.join(end) + (isEnded ? end : ''))
    })

describe.each(DEVICE_FILES)('$name', (file) => {
  test('[3.12-04] what is written is read as it was', () => {
    fc.assert(
      fc.property(arbitraryValues(file), (values) => {
        const text = readParameterFile(file, writeParameterFile(file, values, null))
        expect(text.problems).toEqual([])
        expect(text.values).toEqual(values)
      }),
      { numRuns: 15 },
    )
  })

  test('an unchanged file is written byte for byte', () => {
    fc.assert(
      fc.property(arbitraryBytes(file), (bytes) => {
        const text = readParameterFile(file, bytes)
        expect(text.problems).toEqual([])
        expect(writeParameterFile(file, text.values, text)).toEqual(bytes)
      }),
      { numRuns: 15 },
    )
  })

  test('changing one field changes its line only', () => {
    fc.assert(
      fc.property(arbitraryBytes(file), fc.nat(), fc.nat(), (bytes, which, seed) => {
        const text = readParameterFile(file, bytes)
        const places = placesOf(file, text.values).filter(
          (place) => valueAt(text.values, place) !== undefined && !file.groups.some(({ countedBy }) => countedBy === place.field.key),
        )
        const place = places[which % Math.max(1, places.length)]
        if (!place) return
        const value = fc.sample(arbitraryValue(place.field), { seed, numRuns: 1 })[0]
        if (value === undefined || value === valueAt(text.values, place)) return
        const changed = writeParameterFile(file, withValue(text.values, place, value), text)
        const [was, is] = [bytes, changed].map((one) => decodeGbk(one).split('\n'))
        expect(is).toHaveLength(was?.length ?? 0)
        expect(is?.filter((line, i) => line !== was?.[i])).toHaveLength(1)
        expect(readParameterFile(file, changed).values).toEqual(withValue(text.values, place, value))
      }),
      { numRuns: 20 },
    )
  })

  test('from any file to any content: read again it is that content, and unknown lines are still there', () => {
    fc.assert(
      fc.property(arbitraryBytes(file), arbitraryValues(file), (bytes, values) => {
        const changed = writeParameterFile(file, values, readParameterFile(file, bytes))
        expect(readParameterFile(file, changed)).toMatchObject({ values, problems: [] })
      }),
      { numRuns: 15 },
    )
  })
})

const seals = (text: string) => readParameterFile(elscfg, encodeGbk(text))

const heading = (n: number): string => `[probes ${n}]`

const PROBE = 'cabinIndex=2\r\nlineNum=1\r\ntype=0\r\nen=1\r\nsmodv=0\r\nsgatev=0600\r\nszerov=200\r\nsmaxv=3000\r\nsn=0012345678\r\n'

test('[3.12-05] a probe is read with its serial, and a comment beside it stays when the gate changes', () => {
  const bytes = encodeGbk(`# 铅封\r\nprobeCount=1\r\nsampleInterval=1\r\nalarmDelay = 3 \r\n[probes 1]\r\n${PROBE}# 左侧箱内\r\n`)
  const text = readParameterFile(elscfg, bytes)
  expect(text.values.groups['probes']).toEqual([
    { cabinIndex: 2, lineNum: 1, type: 0, en: 1, smodv: 0, sgatev: 600, szerov: 200, smaxv: 3000, sn: '0012345678' },
  ])
  const entries = text.values.groups['probes'] ?? []
  const changed = writeParameterFile(elscfg, { ...text.values, groups: { probes: entries.map((one) => ({ ...one, sgatev: 650 })) } }, text)
  expect(decodeGbk(changed)).toBe(decodeGbk(bytes).replace('sgatev=0600', 'sgatev=650'))
})

test('an entry that is removed goes with its section, a new one comes behind the last, and the count follows', () => {
  const text = seals(
    `probeCount=2\nsampleInterval=1\nalarmDelay=3\n${heading(1)}\nsn=0000000001\n${heading(2)}\nsn=0000000002\n[maker]\nx=1\n`,
  )
  const [first = {}] = text.values.groups['probes'] ?? []
  const one = decodeGbk(writeParameterFile(elscfg, { ...text.values, groups: { probes: [first] } }, text))
  expect(one).toBe('probeCount=1\nsampleInterval=1\nalarmDelay=3\n[probes 1]\nsn=0000000001\n[maker]\nx=1\n')
  const three = decodeGbk(
    writeParameterFile(elscfg, { ...text.values, groups: { probes: [first, { sn: '0000000002' }, { sn: '0000000003' }] } }, text),
  )
  expect(three).toContain(`${heading(2)}\nsn=0000000002\n${heading(3)}\nsn=0000000003\n[maker]\nx=1\n`)
})

test('errors name their line and what is expected; the line stays', () => {
  const text = `probeCount=5\nsampleInterval=99\nalarmDelay=x\n${heading(2)}\nsn=12\nsn=0000000001\n`
  const read = seals(text)
  expect(read.problems.map(({ line, text: { en } }) => `${line}: ${en}`)).toEqual([
    '2: Sampling interval: 1 to 60 s, a whole number',
    '3: Alarm delay: 0 to 600 s, a whole number',
    '4: Seal probes: the number should be 1',
    '5: Serial: ten digits',
    '6: Serial is set twice; the first one counts',
    '1: Seal probes: 5 counted, 1 found',
  ])
  expect(decodeGbk(writeParameterFile(elscfg, read.values, read))).toBe(text.replace('probeCount=5', 'probeCount=1'))
})

test('[5.3-13] a 65th probe is kept as an unknown section and reported', () => {
  const text = Array.from({ length: 65 }, (_, i) => `[probes ${i + 1}]\nsn=${String(i).padStart(10, '0')}\n`).join('')
  const read = seals(text)
  expect(read.values.groups['probes']).toHaveLength(64)
  expect(read.problems).toMatchObject([{ line: 129, text: { en: 'Seal probes: at most 64' } }])
})

test('a file beyond the bound is refused, and so is a character that GBK does not have', () => {
  expect(() => readParameterFile(elscfg, new Uint8Array(MAX_PARAMETER_FILE_BYTES + 1))).toThrow(RangeError)
  expect(() => writeParameterFile(ui, { fields: { userPwd: '🚚' }, groups: {} }, null)).toThrow('outside GBK')
})

test('bytes that are no text are kept, and any bytes are read without an error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const text = readParameterFile(elscfg, bytes)
      expect(Uint8Array.from(text.lines.flatMap((line) => [...line.bytes]))).toEqual(bytes)
    }),
  )
})
