import type { SCREENS } from '@tanker/contract/screens'
import type { Text } from '@tanker/domain/texts/text'
import { CARGO_LISTS } from './empty-lists/cargo-lists.ts'
import { DEVICE_LISTS } from './empty-lists/device-lists.ts'
import { DRIVING_LISTS } from './empty-lists/driving-lists.ts'
import { MONITOR_LISTS } from './empty-lists/monitor-lists.ts'
import { SETTING_LISTS } from './empty-lists/setting-lists.ts'

type ListPath = Extract<(typeof SCREENS)[number], { kind: 'report' }>['path']

/** What an empty list says: what the screen is for and how a row comes to be. A list without it does not compile. */
const EMPTY_LISTS: Readonly<Record<ListPath, Text>> = {
  ...MONITOR_LISTS,
  ...CARGO_LISTS,
  ...DRIVING_LISTS,
  ...DEVICE_LISTS,
  ...SETTING_LISTS,
}

/** The text of a report or of one of its tabs, by the path of its screen. */
export const emptyListOf = (screen: string): Text | null => (EMPTY_LISTS as Readonly<Record<string, Text>>)[screen] ?? null
