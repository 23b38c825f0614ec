import { textProblemIn } from '@tanker/contract/input-bounds'
import type { z } from 'zod'
import type { Text } from '@tanker/domain/text'
import { inputProblem, namedProblem } from '../http/input-errors.ts'

/** The problem of one row; `row` counts from 1 without the heading. */
type RowError = { readonly row: number; readonly text: Text }

/** Rows that cannot be imported. Thrown inside the transaction, so that one wrong row rolls back the whole sheet. */
export class ImportRefused extends Error {
  readonly sheet: string
  readonly errors: readonly RowError[]

  constructor(sheet: string, errors: readonly RowError[]) {
    super(
      `${sheet}: ${errors
        .slice(0, 20)
        .map(({ row, text }) => `row ${row}: ${text.en}`)
        .join(' ')}${errors.length > 20 ? ` … and ${errors.length - 20} more` : ''}`,
    )
    this.sheet = sheet
    this.errors = errors
  }
}

/** Collects the problems of a sheet, so that all are reported at once. */
type RowCheck = {
  wrong(row: number, text: Text): void
  /** Refuses the sheet if there are problems. */
  settle(): void
}

export function checkRows(sheet: string): RowCheck {
  const errors: RowError[] = []
  return {
    wrong: (index, text) => errors.push({ row: index + 1, text }),
    settle() {
      if (errors.length > 0) throw new ImportRefused(sheet, errors)
    },
  }
}

/** Reads every row by its schema, or refuses the sheet with the first problem of each wrong row. */
export function readRows<S extends z.ZodType>(sheet: string, schema: S, rows: readonly unknown[]): z.output<S>[] {
  const check = checkRows(sheet)
  const read: z.output<S>[] = []
  for (const [index, row] of rows.entries()) {
    const problem = textProblemIn(row)
    if (problem) {
      check.wrong(index, namedProblem(problem))
      continue
    }
    const result = schema.safeParse(row, { reportInput: true })
    if (result.success) read.push(result.data)
    else check.wrong(index, inputProblem(result.error))
  }
  check.settle()
  return read
}

/** Finds rows whose key is already in the database or in an earlier row. Empty keys are not compared. */
export function checkUnique<R>(
  check: RowCheck,
  rows: readonly R[],
  taken: Iterable<string>,
  keyOf: (row: R) => string | null,
  text: (key: R) => Text,
): void {
  const seen = new Set(taken)
  for (const [index, row] of rows.entries()) {
    const key = keyOf(row)
    if (key === null) continue
    if (seen.has(key)) check.wrong(index, text(row))
    seen.add(key)
  }
}
