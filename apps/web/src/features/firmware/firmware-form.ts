import { FIRMWARE_HARDWARE, FIRMWARE_MAKER, FIRMWARE_VERSION, MAX_FIRMWARE_BYTES } from '@tanker/contract/firmware'
import { text } from '../../platform/language.ts'

const WORDS = {
  noFile: { zh: '请选择固件文件。', en: 'Please choose the firmware file.' },
  emptyFile: { zh: '文件为空，请选择其他文件。', en: 'The file is empty, please choose another.' },
  tooLarge: { zh: '固件文件不能超过 4 MB。', en: 'A firmware file must not be larger than 4 MB.' },
  wrongVersion: {
    zh: '版本应为字母、数字、点、横线，须含数字，最多 30 位。',
    en: 'The version may contain letters, digits, dots and dashes, needs a digit, and has at most 30 characters.',
  },
  wrongMaker: { zh: '厂家应为 1 到 5 位字母或数字。', en: 'The maker must be 1 to 5 letters or digits.' },
  wrongHardware: { zh: '适用硬件应为字母、数字、点、横线。', en: 'The hardware may contain letters, digits, dots and dashes.' },
} as const

/** As the server takes them, characters. */
const longestVersion = 30

export const TEXT_FIELDS = ['version', 'maker', 'hardware'] as const
export type TextField = (typeof TEXT_FIELDS)[number]

/** Sentences by field, in the user's language. */
export type FirmwareProblems = Readonly<Partial<Record<TextField | 'file', string>>>

/** What is wrong with what is to be uploaded, by field; the server holds it to the same rules. */
export function firmwareProblems(
  file: Pick<File, 'size'> | null,
  { version, maker, hardware }: Readonly<Record<TextField, string>>,
): FirmwareProblems {
  const wrongFile =
    file === null ? WORDS.noFile : file.size === 0 ? WORDS.emptyFile : file.size > MAX_FIRMWARE_BYTES ? WORDS.tooLarge : null
  return {
    ...(wrongFile && { file: text(wrongFile) }),
    ...((!FIRMWARE_VERSION.test(version) || version.length > longestVersion) && { version: text(WORDS.wrongVersion) }),
    ...(!FIRMWARE_MAKER.test(maker) && { maker: text(WORDS.wrongMaker) }),
    ...(!FIRMWARE_HARDWARE.test(hardware) && { hardware: text(WORDS.wrongHardware) }),
  }
}
