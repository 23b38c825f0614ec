import { Readable } from 'node:stream'
import { z } from 'zod'
import { entityHistory, entityRow, importedRows } from '@tanker/contract/base-data/calls'
import { driverPhoto } from '@tanker/contract/base-data/photo'
import { MAX_SHEET_BYTES } from '@tanker/contract/integration'
import type { ScreenPath } from '@tanker/contract/screens'
import { errors } from '../http/errors.ts'
import { FileAnswer } from '../http/file-answer.ts'
import type { HttpParts } from '../http/parts.ts'
import { type AskedByUser, fileRoute, type Route, userRoute } from '../http/routes.ts'
import { readPhoto, setPhoto } from './driver-photo.ts'
import { findRow } from './entity-rows.ts'
import { ENTITY_TABLES, type EntityTable } from './entity-tables.ts'
import { importSheet, templateFor } from './import-rows.ts'
import { historyOf } from './row-history.ts'
import { changeRow, createRow, removeRow, type Saver, setStatus } from './save-row.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const rowId = z.coerce.number().int().min(1)

/** The fields of an entity as a call names them; its declaration has the rules, and tells all that is wrong at once. */
const formOf = ({ entity }: EntityTable) =>
  z.object(
    Object.fromEntries(
      Object.entries(entity.fields).map(([name, { label, required }]) => [
        name,
        z
          .string()
          .max(2_000)
          .optional()
          .describe(`${label.en}${required ? ', required' : ''}`),
      ]),
    ),
  )

/** The calls of each kind of base data. Whoever has its screen may make them, on the rows of the own organisations. */
export const baseDataRoutes = (parts: HttpParts): Route[] => [
  ...ENTITY_TABLES.flatMap((table) => routesOf(table, parts)),
  ...photoRoutes(parts),
]

/** The photo of a driver (spec 3.6). */
function photoRoutes({ now }: HttpParts): Route[] {
  const shared = {
    path: '/baseData/driver/photo',
    policy: { function: 'setting/base_data/driver' },
    input: z.object({ id: rowId }),
  } as const
  const changer = (id: number, userName: string) => ({ id, userName, at: now() })
  return [
    userRoute({
      ...shared,
      method: 'GET',
      summary: 'The photo of a driver as a data address',
      answer: driverPhoto,
      handle: async ({ input, db }) => ({ dataUrl: await readPhoto(db, input.id) }),
    }),
    userRoute({
      ...shared,
      method: 'POST',
      summary: 'Puts a photo of a driver, field "file": jpg, jpeg, gif or png, at most 1 MB',
      bodyLimit: MAX_SHEET_BYTES,
      takesSheet: true,
      answer: z.null(),
      handle: async ({ input, db, user, request }) => {
        const photo = (request.body as { sheet?: Uint8Array } | undefined)?.sheet ?? new Uint8Array()
        await setPhoto(input.id, photo, { db, changer: changer(user.id, user.userName) })
        return null
      },
    }),
    userRoute({
      ...shared,
      method: 'DELETE',
      summary: 'Takes the photo of a driver away',
      answer: z.null(),
      handle: async ({ input, db, user }) => {
        await setPhoto(input.id, null, { db, changer: changer(user.id, user.userName) })
        return null
      },
    }),
  ]
}

function routesOf(table: EntityTable, { bus, now }: HttpParts): Route[] {
  const { entity } = table
  // A test holds that every entity's path is a screen of the contract.
  const policy = { function: entity.path as ScreenPath }
  const path = `/baseData/${entity.key}`
  const what = entity.name.en.toLowerCase()
  const form = formOf(table)
  const saver = ({ db, user }: Pick<AskedByUser<unknown>, 'db' | 'user'>): Saver => ({
    db,
    changer: { id: user.id, userName: user.userName, at: now() },
  })
  /** Trucks on the road, maps and names of places follow at once. */
  const told = <T>(answer: T): T => {
    bus.publish('context', '')
    return answer
  }
  return [
    userRoute({
      method: 'GET',
      path,
      policy,
      summary: `One ${what} as its form takes it`,
      input: z.object({ id: rowId }),
      answer: entityRow,
      handle: async ({ input, db }) => {
        const row = await findRow(db, table, input.id)
        if (!row) throw errors.rowNotFound()
        return row
      },
    }),
    userRoute({
      method: 'POST',
      path,
      policy,
      summary: `Adds a ${what}; a refusal names what is wrong by field`,
      input: form,
      answer: entityRow,
      handle: async (asked) => told(await createRow(table, asked.input, saver(asked))),
    }),
    userRoute({
      method: 'PUT',
      path,
      policy,
      summary: `Changes a ${what} that nobody changed since its version was read`,
      input: form.extend({ id: rowId, version: z.coerce.number().int() }),
      answer: entityRow,
      handle: async (asked) => {
        const { id, version, ...values } = asked.input as { id: number; version: number } & Record<string, string>
        return told(await changeRow(table, { id, version }, values, saver(asked)))
      },
    }),
    userRoute({
      method: 'PUT',
      path: `${path}/status`,
      policy,
      summary: `Enables or disables a ${what}`,
      input: z.object({ id: rowId, status: z.enum(['enabled', 'disabled']) }),
      answer: entityRow,
      handle: async (asked) => told(await setStatus(table, asked.input.id, asked.input.status, saver(asked))),
    }),
    userRoute({
      method: 'DELETE',
      path,
      policy,
      summary: `Takes out a ${what} that nothing names any more`,
      input: z.object({ id: rowId }),
      answer: z.null(),
      handle: async (asked) => {
        await removeRow(table, asked.input.id, saver(asked))
        return told(null)
      },
    }),
    userRoute({
      method: 'POST',
      path: `${path}/import`,
      policy,
      summary: `Adds the rows of a spreadsheet, .xlsx or .xls, field "file", to an organisation; all or none`,
      input: z.object({ companyId: z.coerce.number().int().min(1) }),
      bodyLimit: MAX_SHEET_BYTES,
      takesSheet: true,
      answer: importedRows,
      handle: async (asked) => {
        const sheet = (asked.request.body as { sheet?: Uint8Array } | undefined)?.sheet
        if (!sheet) throw errors.sheetUnreadable({ zh: '请选择要导入的表格文件。', en: 'Please choose the spreadsheet to import.' })
        const { companyId } = asked.input
        return told({ created: await importSheet(table, { sheet, companyId, timeZone: asked.timeZone }, saver(asked)) })
      },
    }),
    fileRoute({
      method: 'POST',
      path: `${path}/template`,
      policy,
      summary: `An empty sheet for the import of a ${what}, with headings and an example`,
      input: null,
      handle: async ({ language }) =>
        new FileAnswer(Readable.from([Buffer.from(await templateFor(table, language))]), XLSX, `${entity.name[language]}.xlsx`),
    }),
    userRoute({
      method: 'GET',
      path: `${path}/history`,
      policy,
      summary: `Who changed a ${what}, when and what`,
      input: z.object({ id: rowId }),
      answer: entityHistory,
      handle: async ({ input, db, language }) => {
        if (!(await findRow(db, table, input.id))) throw errors.rowNotFound()
        return historyOf(db, table, input.id, language)
      },
    }),
  ]
}
