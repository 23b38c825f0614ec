import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of roll-outs. */
export const rollOutErrors = {
  noSuchRollOut: () =>
    new Refusal('roll-out-unknown', RESULT.conflict, {
      zh: '没有该分批下发，或您无权查看。',
      en: 'There is no such roll-out, or you may not see it.',
    }),
  wrongType: () =>
    new Refusal('roll-out-type', RESULT.badRequest, {
      zh: 'upgradeFileId：只有固件和参数文件可以先下发首批车辆。请选择其他文件，或直接下发。',
      en: 'upgradeFileId: only firmware and parameter files go to first trucks. Please choose another file, or send it at once.',
    }),
  noOthers: () =>
    new Refusal('roll-out-first-trucks', RESULT.badRequest, {
      zh: 'firstTrucks：首批车辆数须少于所选车辆数。',
      en: 'firstTrucks: must be fewer than the chosen trucks.',
    }),
  tooMany: (most: number) =>
    new Refusal('roll-out-too-many', RESULT.conflict, {
      zh: `同时进行的分批下发最多 ${most} 个，请先结束其他的。`,
      en: `At most ${most} roll-outs at a time. Please end another one first.`,
    }),
  taken: (plates: readonly string[]) =>
    new Refusal('roll-out-trucks-taken', RESULT.conflict, {
      zh: `truckIds：${plates.join('、')} 已在另一个未结束的同类分批下发中，请取消选择，或先结束该分批下发。`,
      en: `truckIds: ${plates.join(', ')} take part in another roll-out of the same kind that has not ended. Please deselect them, or end that one first.`,
    }),
  notPaused: () =>
    new Refusal('roll-out-not-paused', RESULT.conflict, {
      zh: '该分批下发没有暂停，不能继续。',
      en: 'This roll-out is not paused, so it cannot go on.',
    }),
  ended: () =>
    new Refusal('roll-out-ended', RESULT.conflict, {
      zh: '该分批下发已结束。',
      en: 'This roll-out has ended.',
    }),
  notNow: () =>
    new Refusal('roll-out-not-now', RESULT.conflict, {
      zh: '请先停止该分批下发，再退回。已退回的不能再次退回。',
      en: 'Please stop the roll-out first. One that was rolled back cannot be rolled back again.',
    }),
  firmware: () =>
    new Refusal('roll-out-firmware', RESULT.conflict, {
      zh: '固件不能退回。旧版本请在“MCU升级”中强制下发。',
      en: 'Firmware cannot be rolled back. Please force the older version on MCU upgrade.',
    }),
} as const
