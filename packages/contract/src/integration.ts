import type { Text } from '@tanker/domain/texts/text'
import { z } from 'zod'
import { formNumber, oneLine, rowId } from './input-bounds.ts'

/**
 * What other systems send: delivery slips, depot meter tickets and station gauge readings, as JSON below
 * /api/integration with `Authorization: Bearer <key>`, or as spreadsheets. Times are ISO 8601 with a zone, volumes litres,
 * temperatures °C, densities kg/m³. The sender's own number is the identity of a row: the same number with the same
 * content changes nothing.
 */

/** Most rows in one call or one sheet. */
export const MAX_ROWS = 1_000
/** Largest JSON body, bytes. */
export const MAX_BATCH_BYTES = 4_194_304
/** Largest spreadsheet, bytes. */
export const MAX_SHEET_BYTES = 5_242_880

const number = z.string().trim().min(1).max(40)
const placeCode = z.string().trim().min(1).max(12)
const plate = z.string().trim().min(1).max(10)
const words = z.string().trim().max(80)
const at = z.iso.datetime({ offset: true })
const litres = z.number().min(0).max(200_000)
const tankLitres = z.number().min(0).max(1_000_000)
const celsius = z.number().min(-60).max(90)
/** > 0 gasoline, −1 other, otherwise diesel; as on the truck's console. */
const oilCode = z.number().int().min(-1).max(9_999)
const compartment = z.number().int().min(1).max(10)

/** The order: where a truck loads, and which compartments it empties at which station. */
export const slipRow = z.object({
  slipNo: number,
  plate,
  depotCode: placeCode,
  /** When the truck is to leave the depot. */
  plannedAt: at,
  driverName: words.default(''),
  escort: words.default(''),
  customer: words.default(''),
  lines: z
    .array(
      z.object({
        /** 1 is the first station. */
        stop: z.number().int().min(1).max(20),
        stationCode: placeCode,
        compartment,
        oilCode,
        oilName: words.default(''),
        plannedV20L: litres.nullable().default(null),
        plannedL: litres.nullable().default(null),
        customer: words.default(''),
      }),
    )
    .min(1)
    .max(100),
})
export type SlipRow = z.output<typeof slipRow>

/** One compartment as the depot's meter counted it. */
export const meterTicketRow = z.object({
  ticketNo: number,
  depotCode: placeCode,
  plate,
  compartment,
  oilCode,
  /** At the product's temperature. */
  volumeL: litres,
  v20L: litres,
  densityKgM3: z.number().min(600).max(1_100).nullable().default(null),
  temperatureC: celsius.nullable().default(null),
  loadedAt: at,
  slipNo: z.string().trim().max(40).default(''),
})
export type MeterTicketRow = z.output<typeof meterTicketRow>

/** One delivery into an underground tank. Without `receivedV20L` the receipt is after − before + sales, each brought to 20 °C. */
export const stationGaugeRow = z.object({
  gaugeNo: number,
  stationCode: placeCode,
  tankNo: z.number().int().min(1).max(99),
  oilCode,
  startedAt: at,
  endedAt: at,
  beforeL: tankLitres,
  afterL: tankLitres,
  /** Sold from the tank during the receipt. */
  salesL: tankLitres.default(0),
  beforeTemperatureC: celsius.nullable().default(null),
  afterTemperatureC: celsius.nullable().default(null),
  salesTemperatureC: celsius.nullable().default(null),
  receivedV20L: z.number().positive().max(1_000_000).nullable().default(null),
  plate: z.string().trim().max(10).default(''),
})
export type StationGaugeRow = z.output<typeof stationGaugeRow>

/**
 * Body of a call. Each row is parsed by its own schema, so that every wrong row is reported. Unless `onlyGoodRows`, one wrong row
 * refuses the whole batch.
 */
export const integrationBatch = <R extends z.ZodType>(row: R) =>
  z.object({ rows: z.array(row).min(1).max(MAX_ROWS), onlyGoodRows: z.boolean().default(false) })
export const looseBatch = integrationBatch(z.unknown())

/** What became of the rows. `row` counts from 1; texts of problems come in both languages. */
export const batchResult = z.object({
  /** False: the batch was refused as a whole and nothing was kept. */
  kept: z.boolean(),
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  problems: z.array(z.object({ row: z.number().int(), number: z.string(), zh: z.string(), en: z.string() })),
})
export type BatchResult = z.infer<typeof batchResult>

/** The three kinds of rows, as they stand in addresses. */
export const INTEGRATION_KINDS = ['slips', 'meter-tickets', 'station-gauges'] as const
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number]
export const INTEGRATION_NAMES = {
  slips: { zh: '配送单', en: 'Delivery slips' },
  'meter-tickets': { zh: '付油单', en: 'Depot meter tickets' },
  'station-gauges': { zh: '油站液位仪卸油数据', en: 'Station gauge readings' },
} as const satisfies Readonly<Record<IntegrationKind, Text>>

/** GET /integrationKeys: the keys of the user's organisations, never the keys themselves. */
export const integrationKeys = z.array(
  z.object({
    id: z.number().int(),
    name: z.string(),
    organisationId: z.number().int(),
    companyName: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
  }),
)
export const newIntegrationKey = z.object({ organisationId: rowId, name: oneLine.trim().min(1).max(80) })
/** The only time that the key is shown. */
export const shownIntegrationKey = z.object({ id: z.number().int(), key: z.string() })
export const revokedIntegrationKey = z.object({ id: rowId })

/** PUT /cargoMatch: a user says to which trip a row belongs; without a trip the row is set free for the job again. */
export const cargoMatch = z
  .object({
    kind: z.enum(INTEGRATION_KINDS),
    id: rowId,
    truckId: rowId.optional(),
    tripStartedAt: at.optional(),
    /** Which station of the trip; station gauges only. */
    leg: formNumber(z.number().int().min(1).max(50)).optional(),
  })
  .refine((match) => (match.truckId === undefined) === (match.tripStartedAt === undefined))
