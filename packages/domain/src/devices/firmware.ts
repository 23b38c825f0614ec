import type { Text } from '../texts/text.ts'

/** Devices on a truck whose firmware is upgraded from here, by their keys. */
export const FIRMWARE_DEVICES = {
  console: { zh: '主机', en: 'Console' },
  controller: { zh: '控制器', en: 'Controller' },
  probe: { zh: '探头', en: 'Probe' },
  gauge: { zh: '液位仪', en: 'Gauge' },
} as const satisfies Record<string, Text>
export type FirmwareDevice = keyof typeof FIRMWARE_DEVICES

/** What a file of firmware is for; '' as hardware means all of the maker's. */
export type Firmware = {
  readonly device: FirmwareDevice
  readonly version: string
  /** As terminals register, at most five characters. */
  readonly maker: string
  readonly hardware: string
}

/** What a truck's device runs; '' and null: unknown. */
export type RunningFirmware = { readonly version: string | null; readonly maker: string; readonly hardware: string }

/** Whether an upgrade may be ordered; `forced`: only with confirmation of an older version. */
export type UpgradeVerdict =
  | { readonly may: 'yes' }
  | { readonly may: 'forced' | 'no'; readonly why: Text; /** It runs this version already. */ readonly hasIt?: true }

const numbersOf = (version: string): readonly bigint[] => (version.match(/\d+/g) ?? []).map(BigInt)

/** Whether a version is newer than another: compares their numbers one by one and ignores letters. */
export function isNewer(version: string, than: string): boolean {
  const [ours, theirs] = [numbersOf(version), numbersOf(than)]
  for (let index = 0; index < Math.max(ours.length, theirs.length); index += 1) {
    const [our, their] = [ours[index] ?? 0n, theirs[index] ?? 0n]
    if (our !== their) return our > their
  }
  return false
}

/** Whether a truck's device may get this firmware. Unknown properties of the device do not forbid it. */
export function judgeUpgrade(firmware: Firmware, plate: string, running: RunningFirmware): UpgradeVerdict {
  const device = FIRMWARE_DEVICES[firmware.device]
  const differs = (ours: string, theirs: string): boolean => ours !== '' && theirs !== '' && ours !== theirs
  if (differs(firmware.maker, running.maker))
    return refused({
      zh: `${plate} 的${device.zh}厂家为 ${running.maker}，固件适用于 ${firmware.maker}。`,
      en: `The ${device.en.toLowerCase()} of ${plate} was made by ${running.maker}; this firmware is for ${firmware.maker}.`,
    })
  if (differs(firmware.hardware, running.hardware))
    return refused({
      zh: `${plate} 的${device.zh}硬件为 ${running.hardware}，固件适用于 ${firmware.hardware}。`,
      en: `The ${device.en.toLowerCase()} of ${plate} is hardware ${running.hardware}; this firmware is for ${firmware.hardware}.`,
    })
  if (running.version === null) return { may: 'yes' }
  if (running.version === firmware.version)
    return {
      may: 'no',
      hasIt: true,
      why: {
        zh: `${plate} 的${device.zh}已是 ${firmware.version}。`,
        en: `The ${device.en.toLowerCase()} of ${plate} already runs ${firmware.version}.`,
      },
    }
  if (isNewer(firmware.version, running.version)) return { may: 'yes' }
  return {
    may: 'forced',
    why: {
      zh: `${plate} 的${device.zh}现为 ${running.version}，所选 ${firmware.version} 不比它新。`,
      en: `The ${device.en.toLowerCase()} of ${plate} runs ${running.version}; ${firmware.version} is not newer.`,
    },
  }
}

const refused = (why: Text): UpgradeVerdict => ({ may: 'no', why })
