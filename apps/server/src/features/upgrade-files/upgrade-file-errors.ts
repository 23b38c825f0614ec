import { RESULT } from '@tanker/contract/envelope'
import { Refusal } from '../../platform/http/refusal.ts'

/** Refusals of the library of upgrade files. */
export const upgradeFileErrors = {
  needsFile: () =>
    new Refusal('upgrade-file-needs-file', RESULT.badRequest, {
      zh: '该类型需要上传文件。',
      en: 'Please choose a file; this type needs one.',
    }),
  takesNoFile: () =>
    new Refusal('upgrade-file-takes-none', RESULT.badRequest, {
      zh: '清除指令和重启指令没有文件。',
      en: 'Clear and restart commands have no file.',
    }),
  chartTooLarge: () =>
    new Refusal('upgrade-file-chart-size', RESULT.badRequest, {
      zh: '罐容表不能超过 1 MB。',
      en: 'A tank chart must not be larger than 1 MB.',
    }),
  parametersTooLarge: () =>
    new Refusal('upgrade-file-parameters-size', RESULT.badRequest, {
      zh: '参数文件不能超过 256 KB。',
      en: 'A parameter file must not be larger than 256 KB.',
    }),
  disabled: () =>
    new Refusal('upgrade-file-disabled', RESULT.conflict, {
      zh: '该文件已停用，不能下发。',
      en: 'This file is disabled and cannot be sent.',
    }),
  tooManyTrucks: (most: number) =>
    new Refusal('upgrade-file-trucks', RESULT.badRequest, {
      zh: `一次最多下发 ${most} 辆车，请分批下发。`,
      en: `At most ${most} trucks at once. Please send in several steps.`,
    }),
  tooManyTries: (most: number) =>
    new Refusal('upgrade-file-tries', RESULT.badRequest, {
      zh: `该类型的最大发送次数为 2 到 ${most}。`,
      en: `Max. tries of this type: 2 to ${most}.`,
    }),
  needsCompartment: () =>
    new Refusal('upgrade-file-compartment', RESULT.badRequest, {
      zh: '请选择仓号（1 到 10）。',
      en: 'Please choose the compartment (1 to 10).',
    }),
  alreadyWaiting: (plates: readonly string[]) =>
    new Refusal('upgrade-file-waiting', RESULT.conflict, {
      zh: `${plates.join('、')} 已有同一指令在等待，请勿重复下发。`,
      en: `The same command already waits for ${plates.join(', ')}. Please do not send it again.`,
    }),
  needsPassword: () =>
    new Refusal(
      'upgrade-file-needs-password',
      RESULT.badRequest,
      { zh: '清除和重启须输入您的登录密码。', en: 'Clearing and restarting need your own password.' },
      { data: { field: 'pwd' } },
    ),
} as const
