import { FIRMWARE_DEVICES, type FirmwareDevice } from '@tanker/domain/devices/firmware'

/** File 36 of docs/tanker-extension.md, a line of it: what one kind of device on a truck is and runs; '' where the console does not know. */
export type DeviceVersion = {
  readonly device: FirmwareDevice
  readonly maker: string
  readonly hardware: string
  readonly version: string
}

const heading = 'devices 1'
const unknown = '-'

/** The bytes of the file. No word may hold a blank. */
export function encodeDeviceVersions(devices: readonly DeviceVersion[]): Uint8Array {
  const lines = devices.map(({ device, ...words }) =>
    [device, ...[words.maker, words.hardware, words.version].map((word) => (word === '' ? unknown : word))].join(' '),
  )
  return Uint8Array.from([heading, ...lines, ''].join('\n'), (letter) => letter.charCodeAt(0))
}

/** Reads the file; null when it is not one. Lines of devices that are not known here are left out. */
export function decodeDeviceVersions(bytes: Uint8Array): DeviceVersion[] | null {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  const [first, ...lines] = text.split('\n')
  if (first !== heading) return null
  return lines.flatMap((line) => {
    const [device = '', ...words] = line.split(' ')
    if (!Object.hasOwn(FIRMWARE_DEVICES, device) || words.length < 3) return []
    const [maker = '', hardware = '', version = ''] = words.map((word) => (word === unknown ? '' : word))
    return [{ device: device as FirmwareDevice, maker, hardware, version }]
  })
}
