import type { Text } from '@tanker/domain/texts/text'
import { sql } from 'kysely'
import type { Column } from '../define-report.ts'
import { text } from '../kinds.ts'

/** Words of the lists about firmware. */
export const DEVICE = { zh: '设备', en: 'Device' } as const

/** A version of firmware; the query's column `versionMissing` is 1 where the device has not said it. */
export const version = (label: Text): Column<string | null> => ({
  ...text(label),
  unknown: { when: 'versionMissing', says: { zh: '未知', en: 'Unknown' } },
})

/** SQL: 1 where there is no version. */
export const versionMissing = (column: string) => sql<number>`(${sql.ref(column)} IS NULL)::int`
