import { z } from 'zod'
import { endpoint, XLSX } from '../endpoint.ts'
import {
  batchResult,
  INTEGRATION_NAMES,
  type IntegrationKind,
  integrationBatch,
  looseBatch,
  meterTicketRow,
  slipRow,
  stationGaugeRow,
  cargoMatch,
  integrationKeys,
  newIntegrationKey,
  revokedIntegrationKey,
  shownIntegrationKey,
} from '../integration.ts'

export const integrationCalls = {
  keys: endpoint({
    method: 'GET',
    path: '/integrationKeys',
    policy: { permission: 'integration:keys' },
    summary: 'List integration keys of the user’s organisations, without the secrets',
    input: null,
    answer: integrationKeys,
  }),
  makeKey: endpoint({
    method: 'POST',
    path: '/integrationKeys',
    policy: { permission: 'integration:keys' },
    summary: 'Create an integration key for an organisation (returned only once)',
    input: newIntegrationKey,
    answer: shownIntegrationKey,
    audit: 'history',
  }),
  revokeKey: endpoint({
    method: 'POST',
    path: '/integrationKeys/revoke',
    policy: { permission: 'integration:keys' },
    summary: 'Revoke an integration key',
    input: revokedIntegrationKey,
    answer: z.null(),
    audit: 'history',
  }),
  match: endpoint({
    method: 'PUT',
    path: '/cargoMatch',
    policy: { permission: 'cargo:match' },
    summary: 'Assign a slip, a meter ticket or a station gauge to a trip, or undo it',
    input: cargoMatch,
    answer: z.null(),
    audit: 'history',
  }),
}

/** The calls of one kind of rows: from another system with a key, or as a spreadsheet of a user. */
const rowCallsOf = <K extends IntegrationKind>(kind: K, row: z.ZodType) => ({
  receive: endpoint({
    method: 'POST',
    path: `/integration/${kind}`,
    policy: 'integration',
    summary: `${INTEGRATION_NAMES[kind].en} from another system; all rows or none, unless onlyGoodRows`,
    input: looseBatch,
    describedInput: integrationBatch(row),
    answer: batchResult,
    audit: 'history',
  }),
  importSheet: endpoint({
    method: 'POST',
    path: `/cargoImport/${kind}`,
    policy: { permission: 'cargo:import' },
    summary: `${INTEGRATION_NAMES[kind].en} from a spreadsheet, .xlsx or .xls, field "file"; all rows or none`,
    input: null,
    answer: batchResult,
    body: 'file',
    audit: 'history',
  }),
  template: endpoint({
    method: 'GET',
    path: `/cargoImport/${kind}`,
    policy: { permission: 'cargo:import' },
    summary: `Download an empty sheet for ${INTEGRATION_NAMES[kind].en.toLowerCase()} with headings and an example`,
    input: null,
    answer: XLSX,
  }),
})

export const rowCalls = {
  slips: rowCallsOf('slips', slipRow),
  'meter-tickets': rowCallsOf('meter-tickets', meterTicketRow),
  'station-gauges': rowCallsOf('station-gauges', stationGaugeRow),
} as const satisfies Readonly<Record<IntegrationKind, unknown>>
