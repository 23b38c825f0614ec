import { changedParameterWords, PARAMETER_ENTITIES } from '@tanker/contract/changed-parameter-words'
import type { ScopedDb } from '@tanker/database/scope'
import type { Language } from '@tanker/domain/texts/text'
import { type RawBuilder, sql } from 'kysely'

/** What the history has beside the parameters themselves. */
const ASIDE = ['reason', 'from', 'file', 'backup', 'restores', 'accepted', 'copiedFrom']
const INHERITS = { zh: '继承上级', en: 'Inherited' } as const
const NOTHING = { zh: '无', en: 'None' } as const
const AND = { zh: '、', en: ', ' } as const

const entities = sql`(VALUES ${sql.join(Object.entries(PARAMETER_ENTITIES).map(([entity, source]) => sql`(${sql.lit(entity)}, ${sql.lit(source)})`))})`

/** SQL: a stored value as people read it: the name of a choice, the names of bits, a number with its unit; null where there is none. */
export function inWords(value: RawBuilder<unknown>, language: Language): RawBuilder<string | null> {
  return sql`CASE WHEN (${value} #>> '{}') IS NULL THEN CASE kind.source WHEN 'threshold' THEN ${INHERITS[language]} END
    ELSE ${valueInWords(value, language)} END`
}

/** SQL: the same by the joined `word` alone. */
export function valueInWords(value: RawBuilder<unknown>, language: Language): RawBuilder<string | null> {
  const plain = sql`(${value} #>> '{}')`
  return sql`CASE
    WHEN ${plain} IS NULL THEN NULL
    WHEN word.bits IS NOT NULL AND ${plain} ~ '^\\d+$' THEN coalesce((SELECT string_agg(bit.value, ${AND[language]} ORDER BY bit.key::int)
      FROM jsonb_each_text(word.bits) AS bit WHERE (${plain}::numeric::bigint >> bit.key::int) & 1 = 1), ${NOTHING[language]})
    ELSE coalesce(word.choices ->> ${plain}, concat_ws(' ', ${plain}, word.unit)) END`
}

/** SQL: words for every threshold and parameter, to be joined by their key. */
export const parameterWords = (language: Language) =>
  sql<unknown>`jsonb_to_recordset(${JSON.stringify(changedParameterWords(language))}::jsonb)`.as<'word'>(
    sql`word (key text, label text, entry text, unit text, choices jsonb, bits jsonb)`,
  )

/** SQL: the key of a field at this path of a file. */
export const wordKey = (file: RawBuilder<unknown>, path: RawBuilder<unknown>): RawBuilder<string> =>
  sql`${file} || ' ' || regexp_replace(${path}, '\\.\\d+\\.', '.*.')`

/** SQL: what a terminal had is known only by the command that set it. */
export const oldValue = sql`CASE kind.source WHEN 'terminal' THEN convert_from(device_command.had, 'UTF8')::jsonb -> changed.key
  ELSE change_log.old -> changed.key END`

/** Each parameter of each change of the history, with its words, the truck or organisation, and the command that sent it. */
export const changedParameters = (db: ScopedDb, language: Language) =>
  db
    .from('change_log')
    .innerJoin(entities.as<'kind'>(sql`kind (entity, source)`), (join) => join.on(sql<boolean>`kind.entity = change_log.entity`))
    .innerJoin(sql<unknown>`LATERAL jsonb_each(change_log.new)`.as('changed'), (join) =>
      join.on(sql<boolean>`changed.key <> ALL (${ASIDE}::text[])`),
    )
    .leftJoin('truck', (join) => join.on(sql<boolean>`change_log.entity <> 'organisation_threshold' AND truck.id = change_log.row_id`))
    .leftJoin('organisation', (join) =>
      join.on(
        sql<boolean>`organisation.id = CASE change_log.entity WHEN 'organisation_threshold' THEN change_log.row_id ELSE change_log.organisation_id END`,
      ),
    )
    .leftJoin('device_command', (join) =>
      join.on(
        sql<boolean>`device_command.truck_id = truck.id AND device_command.ordered_at = change_log.at
        AND device_command.kind = CASE kind.source WHEN 'terminal' THEN 'set-parameters' WHEN 'file' THEN 'write-file' END`,
      ),
    )
    .leftJoin(parameterWords(language), (join) =>
      join.on(
        sql<boolean>`word.key = ${wordKey(sql`CASE kind.source WHEN 'file' THEN change_log.new ->> 'file' ELSE kind.source END`, sql`changed.key`)}`,
      ),
    )
