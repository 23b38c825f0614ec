import { RESULT } from '@tanker/contract/envelope'
import { MAX_KEYED_TRUCKS, MAX_PASSWORD_DAYS_AHEAD, MAX_VALID_PASSWORDS } from '@tanker/contract/truck-passwords'
import { Refusal } from '../../platform/http/refusal.ts'

export const truckPasswordErrors = {
  noKey: (plate: string) =>
    new Refusal('truck-password-no-key', RESULT.conflict, {
      zh: `${plate} 的终端尚未设置密钥，请先在“车辆密钥”中设置。`,
      en: `The console of ${plate} has no key yet. Please set it up under Keys of trucks first.`,
    }),
  otherKey: (plate: string) =>
    new Refusal('truck-password-other-key', RESULT.conflict, {
      zh: `${plate} 的终端与平台密钥不一致，请在“车辆密钥”中重新设置。`,
      en: `The console of ${plate} has another key than the platform. Please set it up again under Keys of trucks.`,
    }),
  tooMany: (plate: string) =>
    new Refusal('truck-password-too-many', RESULT.conflict, {
      zh: `${plate} 已有 ${MAX_VALID_PASSWORDS} 个有效密码，请先作废不用的密码。`,
      en: `${plate} has ${MAX_VALID_PASSWORDS} passwords that can still be used. Please revoke those that are not needed.`,
    }),
  badBegin: () =>
    new Refusal(
      'truck-password-begin',
      RESULT.badRequest,
      {
        zh: `生效时间须在现在至 ${MAX_PASSWORD_DAYS_AHEAD} 天内。`,
        en: `Valid from: choose a time between now and ${MAX_PASSWORD_DAYS_AHEAD} days ahead.`,
      },
      { data: { field: 'from' } },
    ),
  notValid: () =>
    new Refusal('truck-password-not-valid', RESULT.conflict, {
      zh: '该密码已使用、已过期或已作废，请刷新列表。',
      en: 'This password has been used, revoked or is over. Please refresh the list.',
    }),
  revoking: () =>
    new Refusal('truck-password-revoking', RESULT.conflict, {
      zh: '该密码正在作废，等待车辆确认。',
      en: 'This password is being revoked already; the truck has not confirmed it yet.',
    }),
  tooManyTrucks: () =>
    new Refusal('truck-password-too-many-trucks', RESULT.badRequest, {
      zh: `一次最多 ${MAX_KEYED_TRUCKS} 辆车。`,
      en: `Trucks: at most ${MAX_KEYED_TRUCKS} at once.`,
    }),
} as const
