import { RESULT } from '@tanker/contract/envelope'
import type { Text } from '@tanker/domain/texts/text'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of firmware uploads and upgrades. */
export const firmwareErrors = {
  empty: () =>
    new Refusal('firmware-empty', RESULT.badRequest, {
      zh: '固件文件为空，请选择其他文件。',
      en: 'The firmware file is empty. Please choose another.',
    }),
  tooLarge: (megabytes: number) =>
    new Refusal('firmware-too-large', RESULT.badRequest, {
      zh: `固件文件不能超过 ${megabytes} MB。`,
      en: `A firmware file must not be larger than ${megabytes} MB.`,
    }),
  known: (version: string) =>
    new Refusal('firmware-known', RESULT.conflict, {
      zh: `该设备的版本 ${version} 已在固件库中；内容不同的固件请使用新的版本号。`,
      en: `Version ${version} for this device is already in the library. Different firmware needs a different version.`,
    }),
  inUse: (plates: readonly string[]) =>
    new Refusal('firmware-in-use', RESULT.conflict, {
      zh: `该固件正在用于升级${plates.length === 0 ? '' : `（${plates.join('、')}）`}，不能删除。`,
      en: `This firmware is being sent${plates.length === 0 ? '' : ` (${plates.join(', ')})`} and cannot be deleted.`,
    }),
  gone: () =>
    new Refusal('firmware-gone', RESULT.conflict, {
      zh: '该固件已从固件库中删除，请选择其他固件新建升级。',
      en: 'This firmware is no longer in the library. Order a new upgrade with other firmware.',
    }),
  /** A sentence for each truck that may not be upgraded so. */
  refused: (reasons: readonly Text[]) =>
    new Refusal('upgrade-refused', RESULT.conflict, {
      zh: reasons.map(({ zh }) => zh).join(''),
      en: reasons.map(({ en }) => en).join(' '),
    }),
  /** All of them run the version already. */
  hasIt: (reasons: readonly Text[]) =>
    new Refusal('upgrade-unchanged', RESULT.conflict, {
      zh: reasons.map(({ zh }) => zh).join(''),
      en: reasons.map(({ en }) => en).join(' '),
    }),
  open: () =>
    new Refusal('upgrade-open', RESULT.conflict, {
      zh: '他人刚刚下发了同一设备的升级，请刷新列表。',
      en: 'Another user has just ordered an upgrade of the same device. Please refresh the list.',
    }),
  notFailed: () =>
    new Refusal('upgrade-not-failed', RESULT.conflict, {
      zh: '只有升级失败或已中止的记录可以重试，请刷新列表。',
      en: 'Only an upgrade that failed or was aborted can be retried. Please refresh the list.',
    }),
} as const
