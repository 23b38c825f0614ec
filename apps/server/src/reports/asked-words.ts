import { FILTER_VALUES, type FilterKind, type FilterValue } from '@tanker/contract/report-view'
import { nameInKey } from '@tanker/contract/report-leads'
import { HANDLE_STATES } from '@tanker/domain/alarms/handling'
import type { Language, Text } from '@tanker/domain/texts/text'
import { dayText, periodInFileName, timeText } from '@tanker/domain/texts/time-text'
import type { AnyReport, Filter } from '@tanker/reports/define-report'
import { sql } from 'kysely'
import { choiceText } from './exported-cells.ts'
import type { Requester } from './question.ts'
import { pickedIn } from './picked-values.ts'
import { defaultOf } from './report-filters.ts'
import { driverChoices, placeChoices } from './shared-choices.ts'

/** Names of one filter that a sheet spells out; of more it says how many. */
const MAX_NAMES = 10

/** A filter as a sheet names it. */
export type AskedWords = { readonly label: string; readonly value: string }

/** What was asked of a report in the user's language, in the order of its filters; without those that restrict nothing. */
export async function askedWords(
  report: AnyReport,
  filters: string | undefined,
  requester: Requester,
  language: Language,
): Promise<AskedWords[]> {
  const given = filters === undefined || filters === '' ? {} : (JSON.parse(filters) as Record<string, unknown>)
  const words: AskedWords[] = []
  for (const [name, filter] of Object.entries(report.filters)) {
    const read = FILTER_VALUES[filter.kind].safeParse(given[name] ?? defaultOf(filter, requester))
    if (!read.success) continue
    const value = await WORDS[filter.kind](read.data as never, { filter, requester, language })
    if (value !== '') words.push({ label: filter.label[language], value })
  }
  return words
}

/** The period or month that was asked for, as the name of a file has it; null for a report without one. */
export function askedPeriod(report: AnyReport, filters: string | undefined, zone: string): string | null {
  const given = filters === undefined || filters === '' ? {} : (JSON.parse(filters) as Record<string, unknown>)
  for (const [name, { kind }] of Object.entries(report.filters)) {
    const period = kind === 'period' ? FILTER_VALUES.period.safeParse(given[name]) : null
    if (period?.success) return periodInFileName(Date.parse(period.data.from), Date.parse(period.data.to), zone)
    const month = kind === 'month' ? FILTER_VALUES.month.safeParse(given[name]) : null
    if (month?.success) return month.data
  }
  return null
}

/** What was picked in the chart, or led here from another list, as a sheet names it. */
export async function pickedWords(
  report: AnyReport,
  picked: string | undefined,
  { db, user }: Requester,
  language: Language,
): Promise<AskedWords[]> {
  return Promise.all(
    pickedIn(report, picked, user).map(async ({ name, kind, value }) => {
      const led = report.pickable?.[name]
      if (led) return { label: led[language], value: nameInKey(value) ?? '–' }
      const column = report.columns[name]
      const truck =
        kind === 'plate' && value !== null
          ? await db
              .from('truck')
              .where(sql<boolean>`truck.id::text = ${value}`)
              .select('truck.plate')
              .executeTakeFirst()
          : undefined
      const word = column && column.choices.length > 0 && value !== null ? choiceText(column.choices, value)[language] : undefined
      return { label: column?.label[language] ?? name, value: truck?.plate ?? word ?? value ?? '–' }
    }),
  )
}

type About = { readonly filter: Filter<unknown>; readonly requester: Requester; readonly language: Language }
type WordsOf<K extends FilterKind> = (value: FilterValue<K>, about: About) => string | Promise<string>

const WORDS: { readonly [K in FilterKind]: WordsOf<K> } = {
  'truck-or-organisation': ({ truckIds, organisationIds }, about) =>
    truckIds.length > 0 ? plates(truckIds, about) : organisationNames(organisationIds, about),
  organisations: ({ organisationIds }, about) => organisationNames(organisationIds, about),
  truck: (id, about) => plates([id], about),
  period: ({ from, to }, { language, requester: { zone } }) =>
    `${timeText(Date.parse(from), language, zone)} – ${timeText(Date.parse(to), language, zone)}`,
  month: (month, { language }) => dayText(month, language),
  choice: (values, { filter: { choices }, language }) =>
    listed(
      values.map((value) => choiceText(choices, value)[language]),
      language,
    ),
  dimension: (value, { filter: { choices }, language }) => choiceText(choices, value)[language],
  number: (value, { filter: { unit } }) => `≥ ${value}${unit === null ? '' : ` ${unit}`}`,
  handled: (value, { language }) => HANDLE_STATES[value === 'handled' ? 1 : 0][language],
  compartment: (values, { language }) => listed(values.map(String), language),
  depot: async (ids, { requester: { db }, language }) => listed(namesIn(await placeChoices(db, 'depot'), ids), language),
  station: async (ids, { requester: { db }, language }) => listed(namesIn(await placeChoices(db, 'station'), ids), language),
  driver: async (ids, { requester: { db }, language }) => listed(namesIn(await driverChoices(db), ids), language),
  text: (value) => value,
}

const namesIn = (choices: readonly { readonly id: number; readonly name: string }[], ids: readonly number[]): string[] =>
  choices.filter(({ id }) => ids.includes(id)).map(({ name }) => name)

async function plates(ids: readonly number[], { requester: { db }, language }: About): Promise<string> {
  const rows = await db
    .from('truck')
    .where(sql<boolean>`truck.id = ANY (${ids}::int[])`)
    .select('truck.plate')
    .orderBy('truck.plate')
    .execute()
  return listed(
    rows.map(({ plate }) => plate),
    language,
  )
}

async function organisationNames(ids: readonly number[], { requester: { db }, language }: About): Promise<string> {
  const rows = await db
    .organisations()
    .where(sql<boolean>`organisation.id = ANY (${ids}::int[])`)
    .select('organisation.name')
    .orderBy('organisation.name')
    .execute()
  return listed(
    rows.map(({ name }) => name),
    language,
  )
}

const more = (count: number): Text => ({ zh: `等 ${count} 项`, en: ` and ${count - MAX_NAMES} more` })

function listed(names: readonly string[], language: Language): string {
  const shown = names.slice(0, MAX_NAMES).join({ zh: '、', en: ', ' }[language])
  return names.length > MAX_NAMES ? `${shown}${more(names.length)[language]}` : shown
}
