import { type Screen, SCREENS } from '@tanker/contract/screens'
import type { Text } from '@tanker/domain/texts/text'
import { DASHBOARD } from './visited-views.ts'

export const DASHBOARD_TITLE: Text = { zh: '个人中心', en: 'Personal center' }

const titles = new Map<string, Text>([
  [DASHBOARD, DASHBOARD_TITLE],
  ...SCREENS.map(({ path, title }: Screen): [string, Text] => [`/${path}`, title]),
])

/** What stands on a screen's tab; undefined for addresses that are no screen. */
export const titleOfPath = (path: string): Text | undefined => titles.get(path)
