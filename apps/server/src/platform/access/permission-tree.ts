import { ALL_ENTITIES } from '@tanker/contract/base-data/all-entities'
import { ROW_OPERATIONS } from '@tanker/contract/base-data/define-entity'
import type { ActionPermission, RowOperation } from '@tanker/contract/permissions'
import { EVERYTHING, type PermissionNode } from '@tanker/contract/rights'
import { type Screen, SCREEN_GROUPS, type ScreenGroup, type ScreenPath, SCREENS } from '@tanker/contract/screens'
import type { Language, Text } from '@tanker/domain/texts/text'
import { type Actor, canGrant } from './role-rights.ts'

type About = {
  readonly name: Text
  /** The screen that has the button; null when several screens have it. */
  readonly on: ScreenPath | null
  readonly dangerous: boolean
  /** The role of dispatchers has it from the first start. */
  readonly forDispatchers: boolean
}

/** Names of the actions and their place in the tree. */
const ABOUT: Readonly<Record<ActionPermission, About>> = {
  'alarms:handle': { name: { zh: '处理、确认报警', en: 'Handle and confirm alarms' }, on: null, dangerous: false, forDispatchers: true },
  'views:share': { name: { zh: '共享视图', en: 'Share views' }, on: null, dangerous: false, forDispatchers: false },
  'reports:mail': {
    name: { zh: '定时邮件报表', en: 'Mail reports at set times' },
    on: null,
    dangerous: false,
    forDispatchers: true,
  },
  'reports:mail-anyone': {
    name: { zh: '将邮件报表发送到任意邮箱', en: 'Mail reports to any address' },
    on: null,
    dangerous: true,
    forDispatchers: false,
  },
  'handovers:sign': { name: { zh: '签收、提出异议', en: 'Sign and dispute' }, on: 'handover', dangerous: false, forDispatchers: true },
  'cargo:import': {
    name: { zh: '导入配送单、付油单与液位仪数据', en: 'Import slips, meter tickets and station gauge readings' },
    on: null,
    dangerous: false,
    forDispatchers: true,
  },
  'cargo:match': { name: { zh: '人工匹配配送', en: 'Match deliveries by hand' }, on: null, dangerous: true, forDispatchers: true },
  'integration:keys': {
    name: { zh: '接口密钥', en: 'Integration keys' },
    on: 'setting/privilege_account/user',
    dangerous: true,
    forDispatchers: false,
  },
  'users:password': {
    name: { zh: '重置密码', en: 'Reset passwords' },
    on: 'setting/privilege_account/user',
    dangerous: true,
    forDispatchers: false,
  },
  'users:second-factor': {
    name: { zh: '重置两步验证', en: 'Reset two-step verification' },
    on: 'setting/privilege_account/user',
    dangerous: true,
    forDispatchers: false,
  },
  'users:sessions': {
    name: { zh: '查看、结束登录会话', en: 'See and end sessions' },
    on: 'setting/privilege_account/user',
    dangerous: true,
    forDispatchers: false,
  },
  'sms:top-up': {
    name: { zh: '短信充值', en: 'Recharge SMS' },
    on: 'setting/base_data/message_recharge',
    dangerous: true,
    forDispatchers: false,
  },
  'sms:resend': {
    name: { zh: '重发短信、报警通知', en: 'Send messages and notices again' },
    on: 'setting/base_data/message_record',
    dangerous: false,
    forDispatchers: false,
  },
  'robots:address': {
    name: { zh: '设置机器人地址、发送测试', en: 'Set addresses of robots, send tests' },
    on: 'setting/alarm_threshold/alarm_ding_talk',
    dangerous: true,
    forDispatchers: false,
  },
  'thresholds:change': {
    name: { zh: '修改阈值和参数', en: 'Change thresholds and parameters' },
    on: 'setting/alarm_threshold/threshold',
    dangerous: true,
    forDispatchers: false,
  },
  'firmware:keep': {
    name: { zh: '上传、删除固件', en: 'Keep firmware files' },
    on: 'setting/base_data/upgrade_mcu',
    dangerous: true,
    forDispatchers: false,
  },
  'firmware:send': {
    name: { zh: '升级、重试、中止', en: 'Upgrade, retry and abort' },
    on: 'setting/base_data/upgrade_mcu',
    dangerous: true,
    forDispatchers: false,
  },
  'firmware:downgrade': {
    name: { zh: '强制降级', en: 'Force older versions' },
    on: 'setting/base_data/upgrade_mcu',
    dangerous: true,
    forDispatchers: false,
  },
  'upgrade-files:send': {
    name: { zh: '下发升级文件', en: 'Send upgrade files' },
    on: 'setting/device_parameter/upgrade_file',
    dangerous: true,
    forDispatchers: false,
  },
  'gauges:accept': {
    name: { zh: '接受修正建议', en: 'Accept corrections' },
    on: 'cargo_monitor/data_analysis/gauge_learning',
    dangerous: true,
    forDispatchers: false,
  },
  'tests:run': {
    name: { zh: '检测车载设备', en: 'Test devices of trucks' },
    on: 'setting/base_data/test',
    dangerous: false,
    forDispatchers: true,
  },
  'repairs:manage': {
    name: { zh: '派发和完成维修单', en: 'Order and finish repairs' },
    on: 'device_monitor/other_devices/abnormal_monitor',
    dangerous: false,
    forDispatchers: true,
  },
  'parameters:send': {
    name: { zh: '下发参数文件和终端参数', en: 'Send parameter files and terminal parameters' },
    on: 'setting/device_parameter/params_files',
    dangerous: true,
    forDispatchers: false,
  },
  'trucks:control': {
    name: { zh: '远程控制车辆终端', en: 'Control terminals of trucks' },
    on: 'setting/alarm_threshold/remote',
    dangerous: true,
    forDispatchers: false,
  },
  'passwords:issue': {
    name: { zh: '生成车辆一次性密码', en: 'Issue one-time passwords of trucks' },
    on: 'setting/alarm_threshold/send_pwd',
    dangerous: true,
    forDispatchers: false,
  },
  'commands:stop': {
    name: { zh: '中止任何下发', en: 'Stop any command to trucks' },
    on: 'setting/device_parameter/send_message',
    dangerous: false,
    forDispatchers: false,
  },
  'texts:send': {
    name: { zh: '向驾驶员发送文本', en: 'Send texts to drivers' },
    on: 'airtight_detection/text_send',
    dangerous: false,
    forDispatchers: true,
  },
  'video:watch': {
    name: { zh: '观看实时视频和录像', en: 'Watch live video and recordings' },
    on: null,
    dangerous: false,
    forDispatchers: true,
  },
  'drivers:id-number': {
    name: { zh: '查看完整证件号码', en: 'View full ID numbers' },
    on: 'setting/base_data/driver',
    dangerous: true,
    forDispatchers: false,
  },
  'terminals:manage': {
    name: { zh: '开放终端注册、解绑终端', en: 'Open enrolment, release terminals' },
    on: 'setting/base_data/truck',
    dangerous: true,
    forDispatchers: false,
  },
  'roles:grant': {
    name: { zh: '分配功能', en: 'Grant permissions' },
    on: 'setting/privilege_account/role_function',
    dangerous: true,
    forDispatchers: false,
  },
}

/** The actions that the role of dispatchers has from the first start. */
export const DISPATCHER_ACTIONS: readonly string[] = Object.entries(ABOUT).flatMap(([key, { forDispatchers }]) =>
  forDispatchers ? [key] : [],
)

/** Screens that grant permissions: adding and changing is as dangerous as deleting elsewhere. */
const RIGHTS = 'setting/privilege_account/'

const OPERATIONS = { key: '#operations', name: { zh: '业务操作', en: 'Operations' } } as const

/** Everything that can be granted, in the order of the menu: groups, sections, screens and their actions. */
export function permissionTree(actor: Pick<Actor, 'superMan' | 'permissions'>, language: Language): PermissionNode[] {
  const held = (key: string): boolean => canGrant(actor, key)
  const holding = (key: string, parent: string | null, name: Text, kind: 'group' | 'section'): PermissionNode => ({
    key,
    parent,
    name: name[language],
    kind,
    dangerous: false,
    held: true,
  })
  const action = (key: string, parent: string, name: Text, dangerous: boolean): PermissionNode => ({
    key,
    parent,
    name: name[language],
    kind: 'action',
    dangerous,
    held: held(key),
  })
  const actions = Object.entries(ABOUT)
  const nodes: PermissionNode[] = []
  const groups = new Set<ScreenGroup>()
  const sections = new Set<string>()
  const ordered: readonly Screen[] = Object.keys(SCREEN_GROUPS).flatMap((group) => SCREENS.filter((screen) => screen.group === group))
  for (const { path, title, group, section } of ordered) {
    const groupKey = `#${group}`
    if (!groups.has(group)) nodes.push(holding(groupKey, null, SCREEN_GROUPS[group], 'group'))
    groups.add(group)
    const sectionKey = section === null ? groupKey : `${groupKey} ${section.en}`
    if (section !== null && !sections.has(sectionKey)) nodes.push(holding(sectionKey, groupKey, section, 'section'))
    sections.add(sectionKey)
    nodes.push({ key: path, parent: sectionKey, name: title[language], kind: 'screen', dangerous: false, held: held(path) })
    if (ALL_ENTITIES.some((entity) => entity.path === path))
      for (const [operation, name] of Object.entries(ROW_OPERATIONS) as [RowOperation, Text][])
        nodes.push(action(`${path}:${operation}`, path, name, operation === 'delete' || path.startsWith(RIGHTS)))
    for (const [key, about] of actions) if (about.on === path) nodes.push(action(key, path, about.name, about.dangerous))
  }
  nodes.push(holding(OPERATIONS.key, null, OPERATIONS.name, 'group'))
  for (const [key, about] of actions) if (about.on === null) nodes.push(action(key, OPERATIONS.key, about.name, about.dangerous))
  return nodes
}

/** The screens of the buttons among `permissions`: a grant of a button includes its screen. */
export const screensOf = (permissions: Iterable<string>): string[] =>
  [...permissions].flatMap((key) => {
    const on = (ABOUT as Readonly<Record<string, About>>)[key]?.on ?? (key.includes('/') ? key.split(':')[0] : null)
    return on === null || on === undefined || on === key ? [] : [on]
  })

/** The name of a permission with its screen; its key when the permission no longer exists. */
export function permissionName(key: string, language: Language): string {
  if (key === EVERYTHING) return { zh: '全部功能', en: 'everything' }[language]
  const about = (ABOUT as Readonly<Record<string, About>>)[key]
  const [path, operation] = key.split(':')
  const title = SCREENS.find((screen) => screen.path === (about?.on ?? path))?.title[language]
  const name = about?.name[language] ?? (ROW_OPERATIONS as Readonly<Record<string, Text>>)[operation ?? '']?.[language]
  return [title, name].filter((part) => part !== undefined).join(' · ') || key
}
