import { Readable } from 'node:stream'
import { XLSX } from '@tanker/contract/endpoint'
import { integrationCalls, rowCalls } from '@tanker/contract/endpoints/integration'
import { type BatchResult, INTEGRATION_KINDS, INTEGRATION_NAMES, type IntegrationKind, MAX_BATCH_BYTES } from '@tanker/contract/integration'
import type { Db } from '@tanker/database/connection'
import { changerOf } from '../../platform/changes/record-change.ts'
import { errors } from '../../platform/http/errors.ts'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import type { HttpParts } from '../../platform/http/parts.ts'
import { handle, type Route } from '../../platform/http/routes.ts'
import { makeIntegrationKey, revokeIntegrationKey } from '../../platform/access/integration-keys.ts'
import { integrationErrors } from './integration-errors.ts'
import { type BatchOptions, type KindOfRows, keepRows } from './keep-rows.ts'
import { KINDS_OF_ROWS } from './kinds-of-rows.ts'
import { readSheet, templateSheet } from '../../platform/sheets/sheets.ts'
import { baseDataErrors } from '../../base-data/base-data-errors.ts'

const keep = async (db: Db, kind: IntegrationKind, rows: readonly unknown[], options: BatchOptions): Promise<BatchResult> =>
  keepRows(db, KINDS_OF_ROWS[kind] as KindOfRows<unknown>, rows, options)

const orRefused = (result: BatchResult): BatchResult => {
  if (!result.kept) throw baseDataErrors.rowsRefused(result.problems.length, result)
  return result
}

/** Routes for data from other systems (by key or spreadsheet), for keys, and for manual matching. */
export const integrationRoutes = ({ db: everything, now }: HttpParts): Route[] => [
  ...INTEGRATION_KINDS.map((kind) =>
    handle(
      rowCalls[kind].receive,
      async ({ input, sender }) =>
        orRefused(await keep(everything, kind, input.rows, { sender, onlyGoodRows: input.onlyGoodRows, now: now() })),
      { bodyLimit: MAX_BATCH_BYTES },
    ),
  ),
  ...INTEGRATION_KINDS.map((kind) =>
    handle(rowCalls[kind].importSheet, async ({ file, user, timeZone }) => {
      if (!file) throw errors.sheetUnreadable({ zh: '请选择要导入的表格文件。', en: 'Please choose the spreadsheet to import.' })
      const { rows, firstRow, problems } = await readSheet(kind, file, timeZone)
      if (problems.length > 0) {
        const reported = problems.map(({ row, text }) => ({ row, number: '', ...text }))
        return orRefused({ kept: false, created: 0, updated: 0, unchanged: 0, refused: rows.length, problems: reported })
      }
      const sender = { organisationId: user.organisation.id, keyId: null, userId: user.id, name: user.userName }
      const result = await keep(everything, kind, rows, { sender, onlyGoodRows: false, now: now() })
      return orRefused({
        ...result,
        problems: result.problems.map((problem) => ({ ...problem, row: firstRow[problem.row - 1] ?? problem.row })),
      })
    }),
  ),
  ...INTEGRATION_KINDS.map((kind) =>
    handle(
      rowCalls[kind].template,
      async ({ language }) =>
        new FileAnswer(
          Readable.from([Buffer.from(await templateSheet(kind, language))]),
          XLSX,
          `${INTEGRATION_NAMES[kind][language]}.xlsx`,
        ),
    ),
  ),

  handle(integrationCalls.keys, async ({ db }) => {
    const rows = await db
      .from('integration_key')
      .innerJoin('organisation', 'organisation.id', 'integration_key.organisation_id')
      .select([
        'integration_key.id',
        'integration_key.name',
        'organisation_id',
        'organisation.name as organisation_name',
        'created_at',
        'last_used_at',
        'revoked_at',
      ])
      .orderBy('integration_key.id')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      organisationId: row.organisation_id,
      companyName: row.organisation_name,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      revokedAt: row.revoked_at?.toISOString() ?? null,
    }))
  }),
  handle(integrationCalls.makeKey, async ({ input, db, user }) => {
    const organisation = await db
      .organisations()
      .where('organisation.id', '=', Math.min(input.organisationId, 2_147_483_647))
      .select('organisation.id')
      .executeTakeFirst()
    if (!organisation) throw errors.organisationNotFound()
    return makeIntegrationKey(
      everything,
      { organisationId: organisation.id, name: input.name, userId: user.id, userName: user.userName },
      now(),
    )
  }),
  handle(integrationCalls.revokeKey, async ({ input, db, user }) => {
    const id = Math.min(input.id, 2_147_483_647)
    const key = await db.from('integration_key').where('integration_key.id', '=', id).select('integration_key.id').executeTakeFirst()
    if (!key || !(await revokeIntegrationKey(everything, id, changerOf(user, now())))) throw integrationErrors.keyNotFound()
    return null
  }),
]
