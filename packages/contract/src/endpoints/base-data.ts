import { z } from 'zod'
import { entityHistory, entityRow, importedRows, movedRows } from '../base-data/calls.ts'
import { currentTankTables } from '../base-data/current-tank-tables.ts'
import type { Entity } from '../base-data/define-entity.ts'
import type { RowOperation } from '../permissions.ts'
import { describedFields, entityFields } from '../base-data/entity-fields.ts'
import { driverPhoto } from '../base-data/photo.ts'
import { endpoint, XLSX } from '../endpoint.ts'
import { rowId, rowVersion } from '../input-bounds.ts'
import type { ScreenPath } from '../screens.ts'

const oneRow = z.object({ id: rowId })

/** At most the rows of one page. */
const idList = z
  .string()
  .regex(/^\d{1,10}(,\d{1,10}){0,199}$/)
  .transform((text) => text.split(',').map(Number))

/**
 * The calls on the rows of one kind of base data. Reading needs its screen, each kind of change its own permission. Which of them there
 * are depends on the entity: sheets, moves and a status not everywhere.
 */
export const entityCalls = (entity: Entity) => {
  const path = `/baseData/${entity.key}` as const
  const what = entity.name.en.toLowerCase()
  // A test checks that every entity's path is a screen.
  const screen = entity.path as ScreenPath
  const may = (operation: RowOperation) => ({ permission: `${screen}:${operation}` }) as const
  const fields = entityFields(entity)
  const described = describedFields(entity)
  return {
    read: endpoint({
      method: 'GET',
      path,
      policy: { permission: screen },
      summary: `One ${what} with the fields of its form`,
      input: oneRow,
      answer: entityRow,
    }),
    create: endpoint({
      method: 'POST',
      path,
      policy: may('create'),
      summary: `Adds a ${what}; a refusal has the errors by field`,
      input: fields,
      describedInput: described,
      answer: entityRow,
      audit: 'history',
    }),
    change: endpoint({
      method: 'PUT',
      path,
      policy: may('change'),
      summary: `Changes a ${what}; refused if it changed since its version was read`,
      input: fields.extend({ id: rowId, version: rowVersion }),
      describedInput: described.extend({ id: rowId, version: rowVersion }),
      answer: entityRow,
      audit: 'history',
    }),
    /** Of entities with a field `status`. */
    setStatus: endpoint({
      method: 'PUT',
      path: `${path}/status`,
      policy: may('change'),
      summary: `Enables or disables a ${what}`,
      input: z.object({ id: rowId, status: z.enum(['enabled', 'disabled']) }),
      answer: entityRow,
      audit: 'history',
    }),
    remove: endpoint({
      method: 'DELETE',
      path,
      policy: may('delete'),
      summary: `Deletes a ${what} that nothing refers to`,
      input: oneRow,
      answer: z.null(),
      audit: 'history',
    }),
    /** Of entities that take sheets. */
    importSheet: endpoint({
      method: 'POST',
      path: `${path}/import`,
      policy: may('create'),
      summary: `Adds the rows of a spreadsheet, .xlsx or .xls, field "file", to an organisation; all or none`,
      input: z.object({ organisationId: rowId }),
      body: 'file',
      answer: importedRows,
      audit: 'history',
    }),
    template: endpoint({
      method: 'POST',
      path: `${path}/template`,
      policy: may('create'),
      summary: `An empty sheet for the import of a ${what}, with headings and an example`,
      input: null,
      answer: XLSX,
    }),
    /** Of movable entities. */
    move: endpoint({
      method: 'PUT',
      path: `${path}/organisation`,
      policy: may('change'),
      summary: `Moves each listed ${what} to another organisation; all or none`,
      input: z.object({ [`${entity.key}Ids`]: idList, organisationId: rowId }),
      answer: movedRows,
      audit: 'history',
    }),
    history: endpoint({
      method: 'GET',
      path: `${path}/history`,
      policy: { permission: screen },
      summary: `The changes of a ${what}: who, when and what`,
      input: oneRow,
      answer: entityHistory,
    }),
  }
}

const PHOTO = { path: '/baseData/driver/photo', input: oneRow } as const

/** Calls that only one kind of base data has. */
export const baseDataCalls = {
  /** Answers what all other calls mask, and writes in the history who saw it. */
  driverIdNumber: endpoint({
    method: 'POST',
    path: '/baseData/driver/idNumber',
    policy: { permission: 'drivers:id-number' },
    summary: 'The whole ID number and certificate number of a driver; the history notes who saw them',
    input: oneRow,
    answer: z.object({ idNumber: z.string(), qualification: z.string() }),
    audit: 'history',
  }),
  driverPhoto: endpoint({
    ...PHOTO,
    method: 'GET',
    policy: { permission: 'setting/base_data/driver' },
    summary: 'The photo of a driver as a data address',
    answer: driverPhoto,
  }),
  setDriverPhoto: endpoint({
    ...PHOTO,
    method: 'POST',
    policy: { permission: 'setting/base_data/driver:change' },
    summary: 'Sets the photo of a driver, field "file": jpg, jpeg, gif or png, at most 1 MB',
    body: 'file',
    answer: z.null(),
    audit: 'history',
  }),
  removeDriverPhoto: endpoint({
    ...PHOTO,
    method: 'DELETE',
    policy: { permission: 'setting/base_data/driver:change' },
    summary: 'Removes the photo of a driver',
    answer: z.null(),
    audit: 'history',
  }),
  tankTables: endpoint({
    method: 'GET',
    path: '/baseData/truck/tankTables',
    policy: { permission: 'setting/base_data/truck' },
    summary: 'The tank table in force for each compartment of a truck',
    input: oneRow,
    answer: currentTankTables,
  }),
}
