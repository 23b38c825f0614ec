import { expect, test } from 'vitest'
import { decodeDeviceVersions, encodeDeviceVersions } from './device-versions-file.ts'

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test('the file of what the devices run is as the extension writes it, and read back as it was', () => {
  const devices = [
    { device: 'controller', maker: 'TKFLT', hardware: 'CB2', version: 'CT1.4.2' },
    { device: 'gauge', maker: '', hardware: 'LG1', version: '' },
  ] as const
  expect(encodeDeviceVersions(devices)).toEqual(ascii('devices 1\ncontroller TKFLT CB2 CT1.4.2\ngauge - LG1 -\n'))
  expect(decodeDeviceVersions(encodeDeviceVersions(devices))).toEqual(devices)
})

test('a device or a word that is not known yet is passed over, and what is no such file is none', () => {
  expect(decodeDeviceVersions(ascii('devices 1\ncamera X Y Z\nprobe A B C 2026\n'))).toEqual([
    { device: 'probe', maker: 'A', hardware: 'B', version: 'C' },
  ])
  expect(decodeDeviceVersions(ascii('tanktable 1\n'))).toBeNull()
  expect(decodeDeviceVersions(new Uint8Array(0))).toBeNull()
})
