import { Readable } from 'node:stream'
import { z } from 'zod'
import {
  type BatchResult,
  batchResult,
  cargoMatch,
  INTEGRATION_KINDS,
  type IntegrationKind,
  integrationBatch,
  integrationKeys,
  looseBatch,
  MAX_BATCH_BYTES,
  MAX_SHEET_BYTES,
  meterTicketRow,
  newIntegrationKey,
  revokedIntegrationKey,
  shownIntegrationKey,
  slipRow,
  stationGaugeRow,
} from '@tanker/contract/integration'
import type { Db } from '@tanker/database/connection'
import { changerOf } from '../changes/record-change.ts'
import { errors } from '../http/errors.ts'
import { FileAnswer, XLSX } from '../http/file-answer.ts'
import type { HttpParts } from '../http/parts.ts'
import { fileRoute, integrationRoute, type Route, userRoute } from '../http/routes.ts'
import { matchByHand } from '../loss/match-by-hand.ts'
import { makeIntegrationKey, revokeIntegrationKey } from './integration-keys.ts'
import { keyErrors } from './key-errors.ts'
import { type BatchOptions, type KindOfRows, keepRows } from './keep-rows.ts'
import { KINDS_OF_ROWS } from './kinds-of-rows.ts'
import { readSheet, templateSheet } from './sheets.ts'

const DESCRIBED = { slips: slipRow, 'meter-tickets': meterTicketRow, 'station-gauges': stationGaugeRow } as const
const NAMES = {
  slips: { zh: '配送单', en: 'Delivery slips' },
  'meter-tickets': { zh: '付油单', en: 'Depot meter tickets' },
  'station-gauges': { zh: '油站液位仪卸油数据', en: 'Station gauge readings' },
} as const

const keep = async (db: Db, kind: IntegrationKind, rows: readonly unknown[], options: BatchOptions): Promise<BatchResult> =>
  keepRows(db, KINDS_OF_ROWS[kind] as KindOfRows<unknown>, rows, options)

const orRefused = (result: BatchResult): BatchResult => {
  if (!result.kept) throw errors.rowsRefused(result.problems.length, result)
  return result
}

/** Routes for data from other systems (by key or spreadsheet), for keys, and for manual matching. */
export const integrationRoutes = ({ db: everything, now }: HttpParts): Route[] => [
  ...INTEGRATION_KINDS.map((kind) =>
    integrationRoute({
      method: 'POST',
      path: `/integration/${kind}`,
      audit: 'history',
      summary: `${NAMES[kind].en} from another system; all rows or none, unless onlyGoodRows`,
      input: looseBatch,
      describedInput: integrationBatch(DESCRIBED[kind] as z.ZodType),
      bodyLimit: MAX_BATCH_BYTES,
      answer: batchResult,
      handle: async ({ input, sender }) =>
        orRefused(await keep(everything, kind, input.rows, { sender, onlyGoodRows: input.onlyGoodRows, now: now() })),
    }),
  ),
  ...INTEGRATION_KINDS.map((kind) =>
    userRoute({
      method: 'POST',
      path: `/cargoImport/${kind}`,
      audit: 'history',
      policy: { function: 'cargo:import' },
      summary: `${NAMES[kind].en} from a spreadsheet, .xlsx or .xls, field "file"; all rows or none`,
      input: null,
      bodyLimit: MAX_SHEET_BYTES,
      takesSheet: true,
      answer: batchResult,
      handle: async ({ request, user, timeZone }) => {
        const sheet = (request.body as { sheet?: Uint8Array } | undefined)?.sheet
        if (!sheet) throw errors.sheetUnreadable({ zh: '请选择要导入的表格文件。', en: 'Please choose the spreadsheet to import.' })
        const { rows, firstRow, problems } = await readSheet(kind, sheet, timeZone)
        if (problems.length > 0) {
          const reported = problems.map(({ row, text }) => ({ row, number: '', ...text }))
          return orRefused({ kept: false, created: 0, updated: 0, unchanged: 0, refused: rows.length, problems: reported })
        }
        const sender = { companyId: user.company.id, keyId: null, userId: user.id, name: user.userName }
        const result = await keep(everything, kind, rows, { sender, onlyGoodRows: false, now: now() })
        return orRefused({
          ...result,
          problems: result.problems.map((problem) => ({ ...problem, row: firstRow[problem.row - 1] ?? problem.row })),
        })
      },
    }),
  ),
  ...INTEGRATION_KINDS.map((kind) =>
    fileRoute({
      method: 'GET',
      path: `/cargoImport/${kind}`,
      policy: { function: 'cargo:import' },
      summary: `Download an empty sheet for ${NAMES[kind].en.toLowerCase()} with headings and an example`,
      input: null,
      file: XLSX,
      handle: async ({ language }) =>
        new FileAnswer(Readable.from([Buffer.from(await templateSheet(kind, language))]), XLSX, `${NAMES[kind][language]}.xlsx`),
    }),
  ),

  userRoute({
    method: 'GET',
    path: '/integrationKeys',
    policy: { function: 'integration:keys' },
    summary: 'List integration keys of the user’s organisations, without the secrets',
    input: null,
    answer: integrationKeys,
    handle: async ({ db }) => {
      const rows = await db
        .from('integration_key')
        .innerJoin('company', 'company.id', 'integration_key.company_id')
        .select([
          'integration_key.id',
          'integration_key.name',
          'company_id',
          'company.name as company_name',
          'created_at',
          'last_used_at',
          'revoked_at',
        ])
        .orderBy('integration_key.id')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        companyId: row.company_id,
        companyName: row.company_name,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
        revokedAt: row.revoked_at?.toISOString() ?? null,
      }))
    },
  }),
  userRoute({
    method: 'POST',
    path: '/integrationKeys',
    audit: 'history',
    policy: { function: 'integration:keys' },
    summary: 'Create an integration key for an organisation (returned only once)',
    input: newIntegrationKey,
    answer: shownIntegrationKey,
    handle: async ({ input, db, user }) => {
      const company = await db
        .companies()
        .where('company.id', '=', Math.min(input.companyId, 2_147_483_647))
        .select('company.id')
        .executeTakeFirst()
      if (!company) throw errors.organisationNotFound()
      return makeIntegrationKey(everything, { companyId: company.id, name: input.name, userId: user.id, userName: user.userName }, now())
    },
  }),
  userRoute({
    method: 'POST',
    path: '/integrationKeys/revoke',
    audit: 'history',
    policy: { function: 'integration:keys' },
    summary: 'Revoke an integration key',
    input: revokedIntegrationKey,
    answer: z.null(),
    handle: async ({ input, db, user }) => {
      const id = Math.min(input.id, 2_147_483_647)
      const key = await db.from('integration_key').where('integration_key.id', '=', id).select('integration_key.id').executeTakeFirst()
      if (!key || !(await revokeIntegrationKey(everything, id, changerOf(user, now())))) throw keyErrors.keyNotFound()
      return null
    },
  }),

  userRoute({
    method: 'PUT',
    path: '/cargoMatch',
    audit: 'history',
    policy: { function: 'cargo:match' },
    summary: 'Assign a slip, a meter ticket or a station gauge to a trip, or undo it',
    input: cargoMatch,
    answer: z.null(),
    handle: async ({ input: { kind, id, truckId, tripStartedAt, leg }, db, user }) => {
      const trip =
        truckId === undefined || tripStartedAt === undefined ? null : { truckId, startedAt: new Date(tripStartedAt), leg: leg ?? 1 }
      if (!(await matchByHand(db, { kind, id: Math.min(id, 2_147_483_647), trip }, changerOf(user, now()))))
        throw errors.rowOrTripNotFound()
      return null
    },
  }),
]
