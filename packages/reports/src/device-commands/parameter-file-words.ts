import { parameterFileNumbers } from '@tanker/contract/parameter-file-names'
import { DEVICE_FILES } from '@tanker/parameters/device-files'
import { type Expression, type RawBuilder, sql } from 'kysely'

export const FILE = { zh: '参数文件', en: 'File' } as const

/** What is known of a file of a truck. */
export const STATE_OF_FILE = { zh: '状态', en: 'State' } as const
export const FILE_STATES = {
  'never-read': { zh: '未读取', en: 'Never read' },
  busy: { zh: '读写中', en: 'Being read or written' },
  read: { zh: '已读取，无期望值', en: 'Read; nothing is wanted' },
  'as-wanted': { zh: '与期望一致', en: 'As wanted' },
  drifted: { zh: '与期望不一致', en: 'Not as wanted' },
} as const

/** SQL: the state of the file of this number, of the joined `truck` and `parameter_file`. */
export const fileState = (file: Expression<unknown>): RawBuilder<keyof typeof FILE_STATES> => sql`CASE
  WHEN EXISTS (SELECT FROM device_command o WHERE o.truck_id = truck.id AND o.kind IN ('read-file', 'write-file')
    AND o.finished_at IS NULL AND (o.form_values ->> 'file')::int = ${file}) THEN 'busy'
  WHEN parameter_file.reported IS NULL THEN 'never-read'
  WHEN parameter_file.wanted IS NULL THEN 'read'
  WHEN parameter_file.differing = 0 THEN 'as-wanted' ELSE 'drifted' END`

/** SQL: a row for each file that staff or customers see. */
export const fileNumbers = (customer: boolean) =>
  sql<{ file: number }>`(VALUES ${sql.join(parameterFileNumbers(customer).map((number) => sql`(${sql.lit(number)})`))})`.as<'kind'>(
    sql`kind (file)`,
  )

/** SQL: the same with the name of each file, `ui.cfg`. */
export const namedFiles = (customer: boolean) =>
  sql<{ file: number; name: string }>`(VALUES ${sql.join(
    DEVICE_FILES.filter(({ forCustomers }) => forCustomers || !customer).map(
      ({ number, name }) => sql`(${sql.lit(number)}, ${sql.lit(name)})`,
    ),
  )})`.as<'kind'>(sql`kind (file, name)`)
