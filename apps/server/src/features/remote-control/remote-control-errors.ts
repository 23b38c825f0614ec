import { RESULT } from '@tanker/contract/envelope'
import { MAX_CONTROLLED_TRUCKS } from '@tanker/contract/remote-control'
import { Refusal } from '../../platform/http/refusal.ts'

export const remoteControlErrors = {
  oneTruckOnly: () =>
    new Refusal('remote-control-one-truck', RESULT.badRequest, {
      zh: '该指令每次只能下发一辆车。',
      en: 'Trucks: this command goes to one truck at a time.',
    }),
  tooManyTrucks: () =>
    new Refusal('remote-control-too-many', RESULT.badRequest, {
      zh: `一次最多 ${MAX_CONTROLLED_TRUCKS} 辆车。`,
      en: `Trucks: at most ${MAX_CONTROLLED_TRUCKS} at once.`,
    }),
  needsPassword: () =>
    new Refusal(
      'remote-control-needs-password',
      RESULT.badRequest,
      { zh: '请输入您的登录密码。', en: 'Please enter your own password.' },
      { data: { field: 'pwd' } },
    ),
  needsCamera: () =>
    new Refusal(
      'remote-control-needs-camera',
      RESULT.badRequest,
      { zh: '请选择摄像头。', en: 'Please choose the camera.' },
      { data: { field: 'camera' } },
    ),
  noCamera: (plates: readonly string[]) =>
    new Refusal('remote-control-no-camera', RESULT.badRequest, {
      zh: `${plates.join('、')} 没有该摄像头，请在车辆资料中核对通道。`,
      en: `${plates.join(', ')} has no such camera. Please check the channels in the truck’s data.`,
    }),
  moving: (plate: string) =>
    new Refusal('remote-control-moving', RESULT.conflict, {
      zh: `${plate} 正在行驶，停车后才能下发。`,
      en: `${plate} is moving. This can be sent only while it stands.`,
    }),
  alreadyWaiting: (plates: readonly string[]) =>
    new Refusal('remote-control-waiting', RESULT.conflict, {
      zh: `${plates.join('、')} 已有相同指令等待执行。`,
      en: `The same command is waiting for ${plates.join(', ')} already.`,
    }),
} as const
