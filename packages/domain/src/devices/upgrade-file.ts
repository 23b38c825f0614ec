import type { Text } from '../texts/text.ts'

/** What a file of the upgrade library is for (spec 3.8). The last two are commands and have no content. */
export const UPGRADE_FILE_TYPES = {
  console: { zh: '主机升级', en: 'Console upgrade' },
  controller: { zh: '控制器', en: 'Controller' },
  'console-parameters': { zh: '主机参数', en: 'Console parameters' },
  'controller-parameters': { zh: '控制器参数', en: 'Controller parameters' },
  'tank-chart': { zh: '罐容表', en: 'Tank chart' },
  clear: { zh: '清除指令', en: 'Clear command' },
  restart: { zh: '重启指令', en: 'Restart command' },
} as const satisfies Readonly<Record<string, Text>>
export type UpgradeFileType = keyof typeof UPGRADE_FILE_TYPES

/** The parameter files (spec 3.12, by number) of the console itself, and of what the controller drives: seals, valves, combined groups. */
export const PARAMETER_FILES_OF = {
  'console-parameters': [7, 8, 4, 9, 10, 11],
  'controller-parameters': [1, 2, 3, 5, 6],
} as const satisfies Readonly<Partial<Record<UpgradeFileType, readonly number[]>>>

/** Types that consist of bytes. */
export type ContentType = Exclude<UpgradeFileType, 'clear' | 'restart'>
export const hasContent = (type: UpgradeFileType): type is ContentType => type !== 'clear' && type !== 'restart'

/** Types that can go to a few trucks first: what they change shows itself in use. */
export const ROLLED_OUT: readonly UpgradeFileType[] = ['console', 'controller', 'console-parameters', 'controller-parameters']
