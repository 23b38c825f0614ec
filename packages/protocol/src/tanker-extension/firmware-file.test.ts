import { expect, test } from 'vitest'
import { encodeFirmwareHead, readFirmwareHead } from './firmware-file.ts'

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const head = { maker: 'TKFLT', hardware: 'CB2', version: 'CT1.5.0', bytes: 4 }

test('firmware says what it is before its own bytes', () => {
  expect(encodeFirmwareHead(head)).toEqual(ascii('firmware 1\nmaker TKFLT\nhardware CB2\nversion CT1.5.0\nbytes 4\n'))
  expect(readFirmwareHead(Uint8Array.of(...encodeFirmwareHead(head), 10, 0, 10, 255))).toEqual(head)
  const any = { ...head, hardware: '' }
  expect(readFirmwareHead(Uint8Array.of(...encodeFirmwareHead(any), 1, 2, 3, 4))).toEqual(any)
})

test.each([
  ['bytes without a head', ascii('\u007fELF')],
  ['a file of another kind', ascii('tanktable 1\nbytes 0\n')],
  ['a file that was cut', Uint8Array.of(...encodeFirmwareHead(head), 1, 2, 3)],
  ['a head without an end', ascii(`firmware 1\nmaker ${'x'.repeat(1_000)}`)],
])('%s is none', (_, file) => {
  expect(readFirmwareHead(file)).toBeNull()
})

test('words that are not known yet are passed over', () => {
  expect(readFirmwareHead(ascii('firmware 1\nmaker M\nsigned yes\nversion 2\nbytes 0\n'))).toEqual({
    maker: 'M',
    hardware: '',
    version: '2',
    bytes: 0,
  })
})
