import { z } from 'zod'
import { ACTION_NAMES } from './actions/all-actions.ts'
import { formNumber, pageNumber } from './input-bounds.ts'

const text = z.string()
const ids = z.array(z.number().int().positive()).max(1000)

/** Kinds of filter; the server parses them, the page draws them. */
export const FILTER_KINDS = [
  'truck-or-organisation',
  'period',
  'month',
  'choice',
  'dimension',
  'number',
  'handled',
  'compartment',
  'depot',
  'station',
  'driver',
  'text',
  'organisations',
  'truck',
] as const
export type FilterKind = (typeof FILTER_KINDS)[number]

/** Kinds of column; one cell in the web and one text in the exporter each. */
export const COLUMN_KINDS = [
  'plate',
  'organisation',
  'time',
  'date',
  'month',
  'duration',
  'place',
  'text',
  'number',
  'loss-rate',
  'rank-change',
  'heading',
  'product',
  'yes-no',
  'grade',
  'alarm-type',
  'choice',
  'choices',
  'handled',
  'handle-result',
  'compartment',
  'driver',
  'tree',
  'expiry',
] as const
export type ColumnKind = (typeof COLUMN_KINDS)[number]

/** Curves over time in one drawing: the colours of more could not be distinguished. */
export const MAX_CURVES = 8

/** Rows up to which a list is counted and summed up: the number of a longer one says nothing that its reader needs. */
export const MAX_COUNTED = 100_000

/** Forms of the drawing above a list. `heat`: a cell for each x and each value of `by`. `lanes`: what lasts, from `x` on, in a lane for each device. `gallery`: the photos of the rows. */
export const CHART_KINDS = ['bars', 'stacked', 'pie', 'line', 'heat', 'lanes', 'gallery'] as const
export type ChartKind = (typeof CHART_KINDS)[number]

/**
 * What the `filters` text of a query holds: an object by filter name, each value in the shape of its kind; absent means
 * no restriction. Trucks chosen narrow, else the organisations chosen with all below them. Times are ISO 8601 with a zone.
 */
export const FILTER_VALUES = {
  'truck-or-organisation': z.object({
    truckIds: z.array(z.number().int().positive()).max(1000).default([]),
    organisationIds: z.array(z.number().int().positive()).max(1000).default([]),
  }),
  period: z.object({ from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }) }),
  /** A calendar month in the user's zone. */
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/),
  /** Several may be chosen. */
  choice: z.array(z.string().max(80)).max(100),
  /** Exactly one. */
  dimension: z.string().max(80),
  /** The least value that is shown. */
  number: z.number(),
  handled: z.enum(['handled', 'unhandled']),
  /** 1–10; several may be chosen. */
  compartment: z.array(z.number().int().min(1).max(10)).max(10),
  depot: ids,
  station: ids,
  driver: ids,
  /** Part of a text, ignoring case. */
  text: z.string().trim().max(80),
  /** The organisations chosen, with all below them. */
  organisations: z.object({ organisationIds: z.array(z.number().int().positive()).max(1000) }),
  /** Exactly one; absent: the one with the newest reading. */
  truck: z.number().int().positive(),
} as const satisfies Record<FilterKind, z.ZodType>
export type FilterValue<K extends FilterKind> = z.infer<(typeof FILTER_VALUES)[K]>

const choice = z.object({ value: z.string(), label: text })

/** A list, or one of its tabs, to which numbers lead: filters that it always gets, and which (by name) have the value of which filter here. */
const leadsTo = z.object({
  path: z.string(),
  tab: z.string().nullable(),
  with: z.record(z.string(), z.unknown()),
  /** The total leads nowhere: the list here has not all that the other one has. */
  onlyRows: z.boolean(),
  keeps: z.record(z.string(), z.string()),
})

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
      /** How many days ago the period may begin; null: without limit. */
      backDays: z.number().int().nullable(),
      unit: z.string().nullable(),
      /** Of a `choice`: what is chosen on the page at first. Of a `truck`: the id of the one with the newest reading. */
      initial: z.array(z.string()),
    }),
  ),
  columns: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(COLUMN_KINDS),
      label: text,
      unit: z.string().nullable(),
      /** Decimals of a number. */
      digits: z.number().int(),
      sortable: z.boolean(),
      total: z.boolean(),
      choices: z.array(choice),
      hint: z.string().nullable(),
      /** Its numbers lead to the rows that they count: filters of that list for this column; null: they lead nowhere. */
      leads: z.record(z.string(), z.unknown()).nullable(),
      /** The list to which they lead, where it is not the one of the report. */
      leadsTo: leadsTo.nullable(),
    }),
  ),
  leadsTo: leadsTo.nullable(),
  /** What `picked` may name besides the columns of the chart. */
  pickable: z.array(z.object({ name: z.string(), label: text })),
  sort: z.object({ by: z.string(), order: z.enum(['asc', 'desc']) }),
  /** What the user may do with the rows; each with its label where it has a button: in rows, for ticked rows, above the list. */
  actions: z.array(
    z.object({
      name: z.enum(ACTION_NAMES),
      row: text.nullable(),
      rows: text.nullable(),
      list: text.nullable(),
      /** The main button above the list. */
      primary: z.boolean(),
    }),
  ),
  chart: z
    .object({
      kind: z.enum(CHART_KINDS),
      title: text,
      x: z.string(),
      y: z.array(z.string()),
      by: z.string().nullable(),
      /** Of a line over time: a yes-no column; the time in which it is true is shaded. */
      shade: z.string().nullable(),
      /** Of a line over time: a value holds until the next one. */
      steps: z.boolean(),
      /** Of `lanes`: the column of the end (none: it lasts), those that name a lane, those that name what happened, and its grade. */
      lanes: z.object({ to: z.string(), lane: z.array(z.string()), words: z.array(z.string()), grade: z.string() }).nullable(),
      limit: z.number().int(),
      /** 'page': drawn from the rows of the page; 'all': ask /chart. */
      rowsFor: z.enum(['page', 'all']),
    })
    .nullable(),
  /** Seconds between two readings of the list that the user may choose; null: the list is not live. */
  live: z.array(z.number().int()).nullable(),
  /** Shown above a list with more rows than this: what to do about it; null: any length is usual. */
  longList: z.object({ above: z.number().int(), says: text }).nullable(),
  /** Shown in an empty list: what it needs to have a row; null: what every list says. */
  emptyHint: text.nullable(),
  /** The other reports on this screen, this one among them; the first stands under the path of the screen too. */
  tabs: z.array(z.object({ path: z.string(), label: text })),
  /** The rows are base data of the entity of this key. */
  entity: z.string().nullable(),
})
export type ReportView = z.infer<typeof reportView>

/**
 * GET /reports/<path>/rows. `filters` is JSON text; `fromAlarm` presets to one alarm. `picked` is JSON text: values of the columns that the
 * chart is drawn by, its `x` and its `by`, or of `pickable`, as texts, a plate by its truck's id; rows and their sums are those with these values.
 */
export const reportQuery = z.object({
  filters: z.string().max(20_000).optional(),
  fromAlarm: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  picked: z.string().max(500).optional(),
  page: pageNumber,
  size: formNumber(z.number().int().min(1).max(200)).default(50),
  sortBy: z.string().max(60).optional(),
  sortOrder: z.enum(['asc', 'desc']).optional(),
  /** With what was asked in words, for paper. */
  withWords: z.literal('true').optional(),
})

/** In a row: what empty cells say, by column, because their value is not known. Absent where all is known. */
export const UNKNOWN_CELLS = 'unknownCells'

/** In a row: what the list has to be asked for the rows that it counts; `of`: what is asked for one column alone. */
export const ROW_LEADS = 'leads'
export type RowLeads = {
  readonly picked?: Readonly<Record<string, string>>
  readonly filters?: Readonly<Record<string, unknown>>
  readonly of?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** In a row: names of the actions with a button in rows that apply to it. Absent where the user has none in the list. */
export const ROW_ACTIONS = 'rowActions'

/**
 * Rows are objects by column name with an `id`; `unknownCells` has the words for values that are not known, by column; `rowActions`
 * names the actions that apply; times are ISO 8601 UTC; a `place` is { name, lat, lng };
 * a plate is { truckId, plate }; a `duration` is in milliseconds; a `choice` is its value. `totalElements` and `totals`
 * are null in the answer of a large list: ask /count, which answers the same shape without rows. Above `MAX_COUNTED` rows they are null
 * there too, and `moreThan` is that number.
 */
export const reportRows = z.object({
  content: z.array(z.record(z.string(), z.unknown())),
  totalElements: z.number().int().nullable(),
  totals: z.record(z.string(), z.number()).nullable(),
  /** Rows at which counting ended: there are more. Absent where all were counted, and where /count has to be asked. */
  moreThan: z.number().int().optional(),
  /** By column: rows that are not in its total, because a value that it is compared with is missing. Absent where all are. */
  leftOut: z.record(z.string(), z.number().int()).optional(),
  /** What was asked in the user's language, where `withWords` is; filters that restrict nothing are left out. */
  asked: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
})
export type ReportRows = z.infer<typeof reportRows>

/**
 * POST /reports/<path>/export (spec 7.5): answers the spreadsheet itself. Beside these fields the body holds the filters by
 * name, those that are not empty, each as JSON text; a filter never has one of these names.
 */
export const reportExport = z
  .object({
    /** Titles over the columns, separated by commas, as many as `fields`; one with a comma of its own in double quotes. */
    headers: z.string().max(10_000).optional(),
    /** Columns by name, separated by commas; without it all that the user may see. */
    fields: z.string().max(10_000).optional(),
    language: z.enum(['zh', 'en']).default('zh'),
    /** A spreadsheet, or the rows alone as comma-separated values. */
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    fileName: z.string().trim().min(1).max(120).optional(),
    rateUnit: z.enum(['permille', 'percent']).default('permille'),
    fromAlarm: reportQuery.shape.fromAlarm,
    picked: reportQuery.shape.picked,
    sortBy: reportQuery.shape.sortBy,
    sortOrder: reportQuery.shape.sortOrder,
  })
  .catchall(z.string().max(20_000))

/** GET /reports/<path>/chart: rows of the chart's columns over the whole answer, `x` and `by` grouped, `y` summed up. */
export const chartRows = z.array(z.record(z.string(), z.unknown()))

/** GET /reports/choices/<kind>: depots and stations that the user may see or share, or the user's drivers. */
export const sharedChoices = z.array(z.object({ id: z.number().int(), name: text }))
export type SharedChoices = z.infer<typeof sharedChoices>

/** POST /alarms/handle (spec 4.5, 5.4): result and exception type are both required. */
export const handleAlarms = z.object({
  /** At most as many as a page has rows. */
  alarmIds: z.string().regex(/^\d{1,18}(,\d{1,18}){0,199}$/),
  handleResult: z.string().trim().min(1).max(500),
  exceptionType: z.enum(['human', 'fence', 'positioning', 'equipment']),
  confirm: z.enum(['confirmed', 'non-abnormal']),
  /** What else is to be known of it, in the user's words. */
  remark: z.string().trim().max(500).optional(),
})

/** POST /alarms/confirm: changes the judgement of alarms that were handled; those that were not must be handled first (spec 5.4). */
export const confirmAlarms = handleAlarms.pick({ alarmIds: true, confirm: true })
