import { z } from 'zod'

const text = z.string()

/** Kinds of filter; the server parses them, the page draws them. */
export const FILTER_KINDS = ['truck-or-company', 'period', 'choice', 'number', 'handled', 'compartment'] as const
export type FilterKind = (typeof FILTER_KINDS)[number]

/** Kinds of column; one cell in the web and one text in the exporter each. */
export const COLUMN_KINDS = [
  'plate',
  'company',
  'time',
  'duration',
  'place',
  'text',
  'whole-number',
  'decimal',
  'litres',
  'speed',
  'distance',
  'permille',
  'percent',
  'grade',
  'alarm-type',
  'choice',
  'handled',
  'compartment',
  'driver',
  'level',
] as const
export type ColumnKind = (typeof COLUMN_KINDS)[number]

export const ROW_ACTIONS = ['openTruck', 'openPlace', 'handleAlarm'] as const
export type RowAction = (typeof ROW_ACTIONS)[number]

/**
 * What the `filters` text of a query holds: an object by filter name, each value in the shape of its kind; absent means
 * no restriction. Trucks chosen narrow, else the organisations chosen with all below them. Times are ISO 8601 with a zone.
 */
export const FILTER_VALUES = {
  'truck-or-company': z.object({
    truckIds: z.array(z.number().int().positive()).max(1000).default([]),
    companyIds: z.array(z.number().int().positive()).max(1000).default([]),
  }),
  period: z.object({ from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }) }),
  /** Several may be chosen. */
  choice: z.array(z.string().max(80)).max(100),
  /** The least value that is shown. */
  number: z.number(),
  handled: z.enum(['handled', 'unhandled']),
  /** 1–10; several may be chosen. */
  compartment: z.array(z.number().int().min(1).max(10)).max(10),
} as const satisfies Record<FilterKind, z.ZodType>
export type FilterValue<K extends FilterKind> = z.infer<(typeof FILTER_VALUES)[K]>

const choice = z.object({ value: z.string(), label: text })

/** A report as one user may see it, in the user's language. Hidden columns never leave the server. */
export const reportView = z.object({
  path: z.string(),
  title: text,
  filters: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(FILTER_KINDS),
      label: text,
      required: z.boolean(),
      choices: z.array(choice),
      maxDays: z.number().int().nullable(),
      unit: z.string().nullable(),
    }),
  ),
  columns: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(COLUMN_KINDS),
      label: text,
      unit: z.string().nullable(),
      sortable: z.boolean(),
      total: z.boolean(),
      choices: z.array(choice),
      hint: z.string().nullable(),
    }),
  ),
  sort: z.object({ by: z.string(), order: z.enum(['asc', 'desc']) }),
  rowActions: z.array(z.enum(ROW_ACTIONS)),
})
export type ReportView = z.infer<typeof reportView>

/** GET /reports/<path>/rows. `filters` is JSON text; `fromAlarm` presets to one alarm. */
export const reportQuery = z.object({
  filters: z.string().max(20_000).optional(),
  fromAlarm: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
  page: z.coerce.number().int().min(0).default(0),
  size: z.coerce.number().int().min(1).max(200).default(50),
  sortBy: z.string().max(60).optional(),
  sortOrder: z.enum(['asc', 'desc']).optional(),
})

/**
 * Rows are objects by column name with an `id`; times are ISO 8601 UTC; a `place` is { name, lat, lng };
 * a plate is { truckId, plate }; a `duration` is in milliseconds; a `choice` is its value. `totalElements` and `totals`
 * are null in the answer of a large list: ask /count, which answers the same shape without rows.
 */
export const reportRows = z.object({
  content: z.array(z.record(z.string(), z.unknown())),
  totalElements: z.number().int().nullable(),
  totals: z.record(z.string(), z.number()).nullable(),
})
export type ReportRows = z.infer<typeof reportRows>

/** POST /alarms/handle (spec 4.5, 5.4): result and exception type are both required. */
export const handleAlarms = z.object({
  alarmIds: z.string().regex(/^\d+(,\d+)*$/),
  handleResult: z.string().trim().min(1).max(500),
  exceptionType: z.enum(['human', 'fence', 'positioning', 'equipment']),
  confirm: z.enum(['confirmed', 'non-abnormal']),
})
