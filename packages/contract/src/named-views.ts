import { MONTH_NAMES, PERIOD_NAMES } from '@tanker/domain/texts/named-period'
import { z } from 'zod'
import { oneLine, rowId } from './input-bounds.ts'

/** Characters of a view's name. */
export const MAX_VIEW_NAME = 60
/** Values of one list in a filter, as in the address. */
const MAX_IDS = 1_000
/** Columns and filters that one list has at most; the longest list has about forty. */
const MAX_COLUMNS = 200
/** Characters of a view as it is sent. */
const MAX_VIEW_TEXT = 20_000

const column = z.string().min(1).max(60)
const ids = z.array(z.number().int().positive()).max(MAX_IDS)

/**
 * The value of a filter as in the query of its report, or by name: a period or a month that moves with the calendar, and the
 * organisation of the user who opens the view.
 */
const viewFilter = z.union([
  z.string().max(80),
  z.number(),
  z.array(z.union([z.string().max(80), z.number().int()])).max(MAX_IDS),
  z.strictObject({ from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }) }),
  z.strictObject({ period: z.enum(PERIOD_NAMES) }),
  z.strictObject({ month: z.enum(MONTH_NAMES) }),
  z.strictObject({ own: z.literal(true) }),
  z.strictObject({ truckIds: ids.optional(), organisationIds: ids.optional() }),
])
export type ViewFilter = z.infer<typeof viewFilter>

/** What a view sets on its list: filters by name, what was picked in the chart, columns, order, and the unit of loss rates. */
export const viewContent = z.strictObject({
  filters: z.record(column, viewFilter).refine((filters) => Object.keys(filters).length <= MAX_COLUMNS),
  picked: z
    .record(column, z.string().max(200).nullable())
    .refine((picked) => Object.keys(picked).length <= 2)
    .optional(),
  /** Hidden columns, and those shown even where they are empty. */
  hidden: z.array(column).max(MAX_COLUMNS),
  shown: z.array(column).max(MAX_COLUMNS),
  sortBy: column,
  sortOrder: z.enum(['asc', 'desc']),
  rateUnit: z.enum(['permille', 'percent']),
})
export type ViewContent = z.infer<typeof viewContent>

const contentText = z.string().max(MAX_VIEW_TEXT)
/** The content as a field of a form: JSON text. */
const describedContent = viewContent.meta({ 'x-json': true })

const viewName = oneLine.trim().min(1).max(MAX_VIEW_NAME)

/** A view that the user may open. */
const namedView = z.object({
  id: z.number().int(),
  /** The report, which is a screen or one of its tabs. */
  report: z.string(),
  name: z.string(),
  content: viewContent,
  /** Null: the user's own. */
  sharedBy: z.string().nullable(),
  /** Roles that an own view is shared with; of other users' views none are named. */
  roles: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** The list opens with it. */
  isDefault: z.boolean(),
  /** Trucks or organisations that this user does not see were left out of its filters. */
  narrowed: z.boolean(),
})
export type NamedView = z.infer<typeof namedView>

/** GET /namedViews: the user's own views first, then those shared with its role, each by name; whether it may share views and mail lists. */
export const namedViews = z.object({ views: z.array(namedView), mayShare: z.boolean(), mayMail: z.boolean() })
export type NamedViews = z.infer<typeof namedViews>

/** POST /namedViews */
export const viewAdded = z.object({ report: z.string().min(1).max(120), name: viewName, content: contentText })
export const describedViewAdded = viewAdded.extend({ content: describedContent })

/** PUT /namedViews: what is absent stays. */
export const viewChanged = z.object({ id: rowId, name: viewName.optional(), content: contentText.optional() })
export const describedViewChanged = viewChanged.extend({ content: describedContent.optional() })

export const viewRemoved = z.object({ id: rowId })

/** PUT /namedViews/default: without an id the list opens as it does for all users. */
export const viewDefault = z.object({ report: viewAdded.shape.report, id: rowId.optional() })

/** PUT /namedViews/roles: all roles that the view is shared with, by id with commas; empty: it is no longer shared. */
export const viewShared = z.object({ id: rowId, roleIds: z.string().regex(/^(\d{1,10}(,\d{1,10}){0,49})?$/) })
