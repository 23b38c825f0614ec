import { Readable } from 'node:stream'
import { rowId, rowVersion } from '@tanker/contract/input-bounds'
import { z } from 'zod'
import { MAX_TABLE_BYTES } from '@tanker/contract/base-data/levels-field'
import { entityHistory, entityRow, importedRows, movedRows } from '@tanker/contract/base-data/calls'
import { currentTankTables } from '@tanker/contract/base-data/current-tank-tables'
import type { RowOperation } from '@tanker/contract/base-data/define-entity'
import { driverPhoto } from '@tanker/contract/base-data/photo'
import { MAX_SHEET_BYTES } from '@tanker/contract/integration'
import type { ScreenPath } from '@tanker/contract/screens'
import { errors } from '../http/errors.ts'
import { FileAnswer, XLSX } from '../http/file-answer.ts'
import type { HttpParts } from '../http/parts.ts'
import { type AskedByUser, fileRoute, type Route, userRoute } from '../http/routes.ts'
import type { Saver } from './apply-changes.ts'
import { describedForm } from './described-form.ts'
import { readPhoto, setPhoto } from './driver-photo.ts'
import { findRow } from './entity-rows.ts'
import { ENTITY_TABLES } from './all-entity-tables.ts'
import type { EntityTable } from './entity-table.ts'
import { importSheet, templateFor } from './import-rows.ts'
import { historyOf } from './row-history.ts'
import { changeRow, createRow, moveRows, removeRow, setStatus } from './save-row.ts'
import { truckTerminalRoutes } from './truck-terminal.ts'
import { currentTankTablesOf } from './truck-table.ts'

/** At most the rows of one page. */
const idList = z
  .string()
  .regex(/^\d{1,10}(,\d{1,10}){0,199}$/)
  .transform((text) => text.split(',').map(Number))

/** The fields of an entity as texts; its declaration checks them and reports all problems at once. */
export const formOf = ({ entity }: EntityTable) =>
  z.object(
    Object.fromEntries(
      Object.entries(entity.fields).map(([name, { label, required, maxLength }]) => [
        name,
        z
          .string()
          .max(Math.max(4_000, maxLength ?? 0))
          .optional()
          .describe(`${label.en}${required ? ', required' : ''}`),
      ]),
    ),
  )

/** The calls of each kind of base data on rows of the own organisations. Reading needs the screen, each kind of change its own function. */
export const baseDataRoutes = (parts: HttpParts): Route[] => [
  ...ENTITY_TABLES.flatMap((table) => routesOf(table, parts)),
  ...photoRoutes(parts),
  tankTableRoute(),
  ...truckTerminalRoutes(parts),
]

/** The photo of a driver (spec 3.6). */
function photoRoutes({ now }: HttpParts): Route[] {
  const shared = {
    path: '/baseData/driver/photo',
    input: z.object({ id: rowId }),
  } as const
  const changer = (id: number, userName: string) => ({ id, userName, at: now() })
  return [
    userRoute({
      ...shared,
      method: 'GET',
      policy: { function: 'setting/base_data/driver' },
      summary: 'The photo of a driver as a data address',
      answer: driverPhoto,
      handle: async ({ input, db }) => ({ dataUrl: await readPhoto(db, input.id) }),
    }),
    userRoute({
      ...shared,
      method: 'POST',
      audit: 'history',
      policy: { function: 'setting/base_data/driver:change' },
      summary: 'Sets the photo of a driver, field "file": jpg, jpeg, gif or png, at most 1 MB',
      bodyLimit: MAX_SHEET_BYTES,
      takesSheet: true,
      answer: z.null(),
      handle: async ({ input, db, user, request }) => {
        const photo = (request.body as { sheet?: Uint8Array } | undefined)?.sheet ?? new Uint8Array()
        await setPhoto(input.id, photo, { db, writer: changer(user.id, user.userName) })
        return null
      },
    }),
    userRoute({
      ...shared,
      method: 'DELETE',
      audit: 'history',
      policy: { function: 'setting/base_data/driver:change' },
      summary: 'Removes the photo of a driver',
      answer: z.null(),
      handle: async ({ input, db, user }) => {
        await setPhoto(input.id, null, { db, writer: changer(user.id, user.userName) })
        return null
      },
    }),
  ]
}

/** Shared parts of the calls of one entity. */
function sharedOf({ entity }: EntityTable, { now }: HttpParts) {
  return {
    // A test checks that every entity's path is a screen of the contract.
    policy: { function: entity.path as ScreenPath },
    may: (action: RowOperation) => ({ function: `${entity.path as ScreenPath}:${action}` }) as const,
    path: `/baseData/${entity.key}`,
    what: entity.name.en.toLowerCase(),
    saver: ({ db, user }: Pick<AskedByUser<unknown>, 'db' | 'user'>): Saver => ({
      db,
      writer: { id: user.id, userName: user.userName, at: now() },
    }),
  }
}

function routesOf(table: EntityTable, parts: HttpParts): Route[] {
  const { entity } = table
  const { policy, may, path, what, saver } = sharedOf(table, parts)
  const form = formOf(table)
  const maxText = Object.values(entity.fields).some((field) => field.kind === 'levels') ? MAX_TABLE_BYTES : undefined
  const described = describedForm(entity)
  return [
    userRoute({
      method: 'GET',
      path,
      policy,
      summary: `One ${what} with the fields of its form`,
      input: z.object({ id: rowId }),
      answer: entityRow,
      handle: async ({ input, db }) => {
        const row = await findRow(db, table, input.id)
        if (!row) throw errors.rowNotFound()
        return row
      },
    }),
    ...(table.ownCreate
      ? []
      : [
          userRoute({
            method: 'POST',
            audit: 'history',
            path,
            policy: may('create'),
            summary: `Adds a ${what}; a refusal has the errors by field`,
            input: form,
            maxText,
            describedInput: described,
            answer: entityRow,
            handle: (asked) => createRow(table, asked.input, saver(asked)),
          }),
        ]),
    userRoute({
      method: 'PUT',
      audit: 'history',
      path,
      policy: may('change'),
      summary: `Changes a ${what}; refused if it changed since its version was read`,
      input: form.extend({ id: rowId, version: rowVersion }),
      maxText,
      describedInput: described.extend({ id: rowId, version: rowVersion }),
      answer: entityRow,
      handle: async (asked) => {
        const { id, version, ...values } = asked.input as { id: number; version: number } & Record<string, string>
        return changeRow(table, { id, version }, values, saver(asked))
      },
    }),
    ...('status' in entity.fields ? [statusRouteOf(table, parts)] : []),
    userRoute({
      method: 'DELETE',
      audit: 'history',
      path,
      policy: may('delete'),
      summary: `Deletes a ${what} that nothing refers to`,
      input: z.object({ id: rowId }),
      answer: z.null(),
      handle: async (asked) => {
        await removeRow(table, asked.input.id, saver(asked))
        return null
      },
    }),
    ...(entity.takesSheets ? sheetRoutesOf(table, parts) : []),
    ...(entity.movable ? [moveRouteOf(table, parts)] : []),
    userRoute({
      method: 'GET',
      path: `${path}/history`,
      policy,
      summary: `The changes of a ${what}: who, when and what`,
      input: z.object({ id: rowId }),
      answer: entityHistory,
      handle: async ({ input, db, language }) => {
        if (!(await findRow(db, table, input.id))) throw errors.rowNotFound()
        return historyOf(db, table, input.id, language)
      },
    }),
  ]
}

/** Moves the selected rows to another organisation. */
function moveRouteOf(table: EntityTable, parts: HttpParts): Route {
  const { may, path, what, saver } = sharedOf(table, parts)
  return userRoute({
    method: 'PUT',
    audit: 'history',
    path: `${path}/organisation`,
    policy: may('change'),
    summary: `Moves each listed ${what} to another organisation; all or none`,
    input: z.object({ [`${table.entity.key}Ids`]: idList, companyId: rowId }),
    answer: movedRows,
    handle: async (asked) => {
      const { companyId, ...named } = asked.input as unknown as { companyId: number } & Record<string, number[]>
      const ids = Object.values(named).flat()
      return { moved: await moveRows(table, ids, companyId, saver(asked)) }
    },
  })
}

/** Further data of the truck form. */
const tankTableRoute = (): Route =>
  userRoute({
    method: 'GET',
    path: '/baseData/truck/tankTables',
    policy: { function: 'setting/base_data/truck' },
    summary: 'The tank table in force for each compartment of a truck',
    input: z.object({ id: rowId }),
    answer: currentTankTables,
    handle: ({ input, db }) => currentTankTablesOf(db, input.id),
  })

/** Enables and disables a row. */
function statusRouteOf(table: EntityTable, parts: HttpParts): Route {
  const { may, path, what, saver } = sharedOf(table, parts)
  return userRoute({
    method: 'PUT',
    audit: 'history',
    path: `${path}/status`,
    policy: may('change'),
    summary: `Enables or disables a ${what}`,
    input: z.object({ id: rowId, status: z.enum(['enabled', 'disabled']) }),
    answer: entityRow,
    handle: (asked) => setStatus(table, asked.input.id, asked.input.status, saver(asked)),
  })
}

/** Import of rows from a spreadsheet. */
function sheetRoutesOf(table: EntityTable, parts: HttpParts): Route[] {
  const { entity } = table
  const { may, path, what, saver } = sharedOf(table, parts)
  return [
    userRoute({
      method: 'POST',
      audit: 'history',
      path: `${path}/import`,
      policy: may('create'),
      summary: `Adds the rows of a spreadsheet, .xlsx or .xls, field "file", to an organisation; all or none`,
      input: z.object({ companyId: rowId }),
      bodyLimit: MAX_SHEET_BYTES,
      takesSheet: true,
      answer: importedRows,
      handle: async (asked) => {
        const sheet = (asked.request.body as { sheet?: Uint8Array } | undefined)?.sheet
        if (!sheet) throw errors.sheetUnreadable({ zh: '请选择要导入的表格文件。', en: 'Please choose the spreadsheet to import.' })
        const { companyId } = asked.input
        return { created: await importSheet(table, { sheet, companyId, timeZone: asked.timeZone }, saver(asked)) }
      },
    }),
    fileRoute({
      method: 'POST',
      path: `${path}/template`,
      policy: may('create'),
      summary: `An empty sheet for the import of a ${what}, with headings and an example`,
      input: null,
      file: XLSX,
      handle: async ({ language }) =>
        new FileAnswer(Readable.from([Buffer.from(await templateFor(table, language))]), XLSX, `${entity.name[language]}.xlsx`),
    }),
  ]
}
