/** Values of a parameter file, read in SQL from the bytes that a truck reported, as `readParameterFile` reads them. */
import type { DeviceField } from '@tanker/parameters/define-device-file'
import { type Expression, type RawBuilder, sql } from 'kysely'

/** From the first heading on the lines are no longer those of the file itself. `w`: a point is any character, ^ and $ are those of lines. */
const FROM_HEADING = String.raw`^\[\s*[A-Za-z]\w*(\s+\d{1,4})?\s*\]\r*$.*`

/**
 * SQL: a row with `texts`, the text values of these fields by their keys as they stand in the file; null where there is none. Bytes that are
 * no ASCII are escaped, so a file with broken characters is read too. The first line of a field counts. One regular expression with all
 * keys takes ten times as long as the lines one by one.
 */
export const textsInFile = (
  bytes: Expression<Buffer | null>,
  fields: readonly DeviceField[],
): RawBuilder<{ readonly texts: Readonly<Record<string, string>> | null }> => sql`
  (SELECT jsonb_object_agg(line.key, line.value ORDER BY line.place DESC) AS texts
    FROM (SELECT btrim(split_part(one, '=', 1), E' \t') AS key, btrim(substr(one, strpos(one, '=') + 1), E' \t\r') AS value, place
      FROM string_to_table(regexp_replace(encode(${bytes}, 'escape'), ${FROM_HEADING}, '', 'w'), E'\n') WITH ORDINALITY AS lines (one, place)
      WHERE strpos(one, '=') > 0) AS line
    WHERE line.key = ANY (${fields.map(({ key }) => key)}::text[]))`

const FORMS = { hhmm: String.raw`^([01]\d|2[0-3])[0-5]\d$`, phone: String.raw`^\d{11}$` } as const

/** SQL: the text of a field among `texts`; null where it is empty or not permitted. */
export function textInFile(texts: Expression<unknown>, { key, content }: DeviceField): RawBuilder<string | null> {
  const form = content.type === 'text' ? content.form : undefined
  if (form !== 'hhmm' && form !== 'phone') throw new TypeError(`${key} has no form that is read in SQL`)
  return sql`(CASE WHEN ${texts} ->> ${key} ~ ${FORMS[form]} THEN ${texts} ->> ${key} END)`
}

const NUMBER = String.raw`^[+-]?\d{1,12}(\.\d{1,9})?$`

/** SQL: the whole number of a field among `texts`, its choice or the sum of its bits; null where it is empty or not permitted. */
export function numberInFile(texts: Expression<unknown>, field: DeviceField): RawBuilder<number | null> {
  const [least, most] = limitsOf(field)
  const number = sql`(${texts} ->> ${field.key})::numeric`
  return sql`(CASE WHEN ${texts} ->> ${field.key} ~ ${NUMBER} THEN
    CASE WHEN ${number} BETWEEN ${sql.lit(least)} AND ${sql.lit(most)} AND ${number} % 1 = 0 THEN ${number}::int END END)`
}

/** The least and the greatest value; choices and bits have no gaps. */
function limitsOf({ key, content }: DeviceField): readonly [number, number] {
  if (content.type === 'number') return [content.min, content.max]
  if (content.type === 'choice') return [0, content.choices.length - 1]
  if (content.type === 'bits') return [0, 2 ** content.bits.length - 1]
  throw new TypeError(`${key} is no number`)
}
