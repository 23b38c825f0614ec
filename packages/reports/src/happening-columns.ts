import { type RawBuilder, sql } from 'kysely'
import { propertiesIn } from '@tanker/database/fact-properties'
import { highLossFact, privateDischargeFact } from '@tanker/domain/facts/cargo-alarm-facts'
import { boxDoorFact, sealBreakFact, unsealingFact } from '@tanker/domain/facts/seal-facts'
import { PROBE_TYPES } from '@tanker/domain/devices/probe-type'
import type { Text } from '@tanker/domain/texts/text'
import { choices, text } from './kinds.ts'

/** Probes and compartments of an alarm that is one happening: it names all of them. */

/** Compartments of the longest trucks, and 0 for what belongs to the truck. */
const COMPARTMENTS = Array.from({ length: 11 }, (_, compartment) => compartment)
/** What an alarm of seals may name: API, manhole, bottom valve, doors, housings, and what else reports a counter. */
const SEALS: Readonly<Record<string, Text>> = Object.fromEntries(
  COMPARTMENTS.flatMap((compartment) =>
    PROBE_TYPES.map(({ zh, en }, type): [string, Text] => [
      String(compartment * 100 + type),
      compartment === 0 ? { zh, en } : { zh: `${compartment}仓${zh}`, en: `C${compartment} ${en}` },
    ]),
  ),
)

const happening = propertiesIn('alarm', unsealingFact, boxDoorFact, sealBreakFact, highLossFact, privateDischargeFact)
const opening = happening.rowsOf('openings', 'opening')
const line = happening.rowsOf('compartments', 'line')

/** Alarms of before, and those of one probe, name it themselves. */
const openings = sql`CASE WHEN jsonb_typeof(${happening.json('openings')}) = 'array' AND ${happening.json('openings')} <> '[]'
  THEN ${happening.json('openings')} ELSE jsonb_build_array(alarm.properties) END`

/** Compartment × 100 + probe type of every probe, in the order in which they were opened. */
export const sealsCell: RawBuilder<string | null> = sql`(SELECT string_agg(
  ((${opening.text('compartment')})::int * 100 + (${opening.text('probeType')})::int)::text, ',' ORDER BY n)
  FROM jsonb_array_elements(${openings}) WITH ORDINALITY AS t(opening, n))`

export const seals = () => choices({ zh: '全部铅封', en: 'All seals' }, SEALS)

/** True where one of the alarm's probes is of these compartments and of these types. */
export const namesSeal = (asked: {
  readonly compartment?: readonly number[] | undefined
  readonly type?: readonly (string | number)[] | undefined
}): RawBuilder<boolean> =>
  asked.compartment === undefined && asked.type === undefined
    ? sql<boolean>`true`
    : sql<boolean>`EXISTS (SELECT FROM jsonb_array_elements(${openings}) AS opening
        WHERE ${asked.compartment === undefined ? sql`true` : sql`${opening.text('compartment')} = ANY (${asked.compartment.map(String)}::text[])`}
        AND ${asked.type === undefined ? sql`true` : sql`${opening.text('probeType')} = ANY (${asked.type.map(String)}::text[])`})`

/** The compartments that lost, with commas between them. */
export const compartmentsCell: RawBuilder<string | null> = sql`CASE WHEN jsonb_typeof(${happening.json('compartments')}) = 'array'
  THEN (SELECT string_agg(${line.text('compartment')}, ', ' ORDER BY n) FROM jsonb_array_elements(${happening.json('compartments')})
    WITH ORDINALITY AS t(line, n) WHERE ${line.number('lossV20L')} > 0)
  ELSE ${happening.text('compartment')} END`

export const lostCompartments = () => text({ zh: '损耗仓', en: 'Compartments' })
