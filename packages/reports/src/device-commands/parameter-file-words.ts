import { parameterFileNumbers } from '@tanker/contract/parameter-file-names'
import { sql } from 'kysely'

export const FILE = { zh: '参数文件', en: 'File' } as const

/** SQL: a row for each file that staff or customers see. */
export const fileNumbers = (customer: boolean) =>
  sql<{ file: number }>`(VALUES ${sql.join(parameterFileNumbers(customer).map((number) => sql`(${sql.lit(number)})`))})`.as<'kind'>(
    sql`kind (file)`,
  )
