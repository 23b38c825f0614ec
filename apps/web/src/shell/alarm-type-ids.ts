import type { AlarmType } from '@tanker/domain/alarms/alarm-type'
import { plainName, searchedText, type Spell } from '../platform/find/find-names.ts'

/** Codes of alarm types that a user has chosen. */
type TypeIds = ReadonlySet<number>

/** As the server keeps them: with commas. */
export const readTypeIds = (ids: string): TypeIds =>
  new Set(
    ids
      .split(',')
      .filter((id) => id !== '')
      .map(Number),
  )

/** In the order of their numbers, so that saving twice writes the same. */
export const writeTypeIds = (ids: TypeIds): string => [...ids].sort((a, b) => a - b).join(',')

export const typeToggled = (chosen: TypeIds, code: number): TypeIds => {
  const next = new Set(chosen)
  if (!next.delete(code)) next.add(code)
  return next
}

/** All of the types that are offered, or none of them when all were chosen. What is not offered to this user stays as it is. */
export const allToggled = (types: readonly Pick<AlarmType, 'code'>[], chosen: TypeIds): TypeIds => {
  const codes = types.map(({ code }) => code)
  const others = [...chosen].filter((code) => !codes.includes(code))
  return new Set(codes.every((code) => chosen.has(code)) ? others : [...others, ...codes])
}

/** The types whose name holds what was typed, Chinese names also by pinyin and initials, or whose number begins with it. */
export const typesNamed = (types: readonly AlarmType[], typed: string, spell: Spell): readonly AlarmType[] => {
  const wanted = plainName(typed)
  return wanted === ''
    ? types
    : types.filter(({ code, name }) => String(code).startsWith(wanted) || searchedText([name.zh, name.en], spell).includes(wanted))
}
