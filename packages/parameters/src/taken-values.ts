import type { DeviceFieldGroup, DeviceFile } from './define-device-file.ts'
import type { FieldPlace, FieldValues, FileValues } from './file-values.ts'
import { pathOf, placesOf, valueAt, withValue } from './file-values.ts'

/**
 * By what a field is chosen that differs between two contents: by its path. Where they have not the same number of entries, one entry alone
 * would leave a gap: the group is chosen as a whole, by its key.
 */
export function choiceOf(place: FieldPlace, one: FileValues, other: FileValues): string {
  const { group } = place
  return group !== null && entriesIn(one, group) !== entriesIn(other, group) ? group : pathOf(place)
}

const entriesIn = ({ groups }: FileValues, group: string): number => groups[group]?.length ?? 0

type Manner = {
  /** What belongs to a truck alone comes with a group that is chosen as a whole. */
  readonly own: boolean
  /** What is mounted may become more or fewer: nothing is sent to it. */
  readonly anyNumber: boolean
}

/** The content with the chosen fields and groups as `from` has them; what is not chosen stays, and so does what devices report. */
export function takenValues(file: DeviceFile, into: FileValues, from: FileValues, choices: readonly string[], manner: Manner): FileValues {
  const chosen = new Set(choices)
  const fields = placesOf(file, into, from)
    .filter((place) => place.field.settable && chosen.has(pathOf(place)))
    .reduce((values, place) => withValue(values, place, valueAt(from, place)), into)
  const whole = file.groups.filter(({ key }) => chosen.has(key))
  return {
    fields: fields.fields,
    groups: { ...fields.groups, ...Object.fromEntries(whole.map((group) => [group.key, entriesOf(group, into, from, manner)])) },
  }
}

function entriesOf(group: DeviceFieldGroup, into: FileValues, from: FileValues, { own, anyNumber }: Manner): readonly FieldValues[] {
  const [had, wanted] = [into.groups[group.key] ?? [], from.groups[group.key] ?? []]
  const isTaken = ({ settable, own: isOwn }: DeviceFieldGroup['fields'][number]): boolean => settable && (own || isOwn !== true)
  const entry = (before: FieldValues, after: FieldValues): FieldValues =>
    Object.fromEntries(
      group.fields.flatMap((field) => {
        const value = isTaken(field) ? after[field.key] : before[field.key]
        return value === undefined ? [] : [[field.key, value] as const]
      }),
    )
  if (group.grows || anyNumber) return wanted.map((after, i) => entry(had[i] ?? {}, after))
  return had.map((before, i) => (wanted[i] === undefined ? before : entry(before, wanted[i])))
}
