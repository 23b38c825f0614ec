import type { Text } from '@tanker/domain/texts/text'
import { z } from 'zod'
import type { ScreenPath } from './screens.ts'

type Step = { readonly title: Text; readonly about: Text; readonly screen: ScreenPath | null; readonly for: 'administrator' | 'dispatcher' }

/** The cards of the first-day guide in their order. Without a screen the card leads to the manual. */
export const GUIDE_STEPS = {
  places: {
    title: { zh: '油库和油站', en: 'Depots and stations' },
    about: { zh: '画出围栏，到站、卸油和开盖才能判定', en: 'Their fences decide arrivals, unloadings and openings' },
    screen: 'setting/base_data/storage',
    for: 'administrator',
  },
  trucks: {
    title: { zh: '车辆和设备', en: 'Trucks and devices' },
    about: { zh: '车牌、各仓容量和油品', en: 'Plates, compartments and products' },
    screen: 'setting/base_data/truck',
    for: 'administrator',
  },
  terminals: {
    title: { zh: '终端接入', en: 'Terminals announced' },
    about: { zh: '登记终端，第一辆车上报后打勾', en: 'Announce them; ticked when the first truck reports' },
    screen: 'setting/base_data/truck',
    for: 'administrator',
  },
  users: {
    title: { zh: '用户和角色', en: 'Users and roles' },
    about: { zh: '围栏审批需要第二位管理员', en: 'Fences need a second administrator to approve them' },
    screen: 'setting/privilege_account/user',
    for: 'administrator',
  },
  alarms: {
    title: { zh: '报警设置', en: 'Alarm settings' },
    about: { zh: '右上角的铃：哪些报警弹出、哪些发邮件', en: 'The bell above: which alarms pop up, which are mailed' },
    screen: null,
    for: 'administrator',
  },
  board: {
    title: { zh: '货物监控', en: 'Cargo transport' },
    about: { zh: '车在哪里、装着什么', en: 'Where the trucks are and what they carry' },
    screen: 'monitor/cargo_transport',
    for: 'dispatcher',
  },
  desk: {
    title: { zh: '报警处理', en: 'Alarm desk' },
    about: { zh: '处理第一条报警后打勾', en: 'Ticked when you have handled your first alarm' },
    screen: 'monitor/alarm_desk',
    for: 'dispatcher',
  },
  deliveries: {
    title: { zh: '配送记录', en: 'Deliveries' },
    about: { zh: '每趟从油库到卸完', en: 'Each trip from the depot to the last litre' },
    screen: 'cargo_monitor/event_report/delivery_record',
    for: 'dispatcher',
  },
  losses: {
    title: { zh: '油品损溢', en: 'Losses' },
    about: { zh: '损耗、定额和误差', en: 'Loss, quota and uncertainty' },
    screen: 'cargo_monitor/data_analysis/oil_loss',
    for: 'dispatcher',
  },
  handover: {
    title: { zh: '交接班', en: 'Shift handover' },
    about: { zh: '第一次交班或接班后打勾', en: 'Ticked at your first shift handed over or accepted' },
    screen: 'monitor/alarm_desk',
    for: 'dispatcher',
  },
} as const satisfies Readonly<Record<string, Step>>

export type GuideStep = keyof typeof GUIDE_STEPS
export const GUIDE_STEP_NAMES = Object.keys(GUIDE_STEPS) as [GuideStep, ...GuideStep[]]

/** What is left of the guide for this user; null when it is done, was put away, or is not for this user. */
export const guide = z.array(z.object({ step: z.enum(GUIDE_STEP_NAMES), done: z.boolean() })).nullable()
export type Guide = z.infer<typeof guide>

/** POST /dashboard/guide: the card that was opened, or that the guide is put away. */
export const guideSeen = z.object({ step: z.enum([...GUIDE_STEP_NAMES, 'dismissed']) })
