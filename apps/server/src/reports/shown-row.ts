import { ROW_LEADS, UNKNOWN_CELLS } from '@tanker/contract/report-view'
import type { Language } from '@tanker/domain/texts/text'
import type { PlaceCell } from '@tanker/reports/define-report'
import type { NameArea } from '../platform/places/area-names.ts'
import type { visibleColumns } from './report-view-for.ts'

type Shower = { readonly nameArea: NameArea; readonly language: Language }

/** The visible cells of a row, with a name for every place and a text for unknown values. */
export function shownRow(
  row: Record<string, unknown>,
  columns: ReturnType<typeof visibleColumns>,
  { nameArea, language }: Shower,
): Record<string, unknown> {
  const shown: Record<string, unknown> = { id: String(row['id']) }
  const unknown: Record<string, string> = {}
  for (const [name, column] of columns) {
    shown[name] = column.kind === 'place' ? namedPlace(row[name] as PlaceCell | null, nameArea, language) : row[name]
    if (column.unknown && row[name] === null && Number(row[column.unknown.when]) > 0) unknown[name] = column.unknown.says[language]
  }
  if (row[ROW_LEADS] !== undefined) shown[ROW_LEADS] = row[ROW_LEADS]
  if (Object.keys(unknown).length > 0) shown[UNKNOWN_CELLS] = unknown
  return shown
}

function namedPlace(place: PlaceCell | null, nameArea: NameArea, language: Language): PlaceCell | null {
  if (place === null) return null
  // A depot without a position still has its name.
  if (place.lat === null || place.lng === null) return place.name === '' ? null : place
  return place.name === '' ? { ...place, name: nameArea(place.lat, place.lng, language) } : place
}
