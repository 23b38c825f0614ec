import { DESK_OWNERS } from '@tanker/contract/alarm-desk'
import { ALARM_FAMILIES } from '@tanker/domain/alarms/alarm-family'
import { ALARM_GRADES, type AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import type { AlarmFamily } from '@tanker/domain/alarms/alarm-type'
import { readIds, writtenIds } from '../../platform/screen-frame/id-ranges.ts'
import type { ScreenSearch } from '../../platform/screen-frame/screen-address.ts'

export type DeskFilter = {
  readonly state: 'waiting' | 'handled'
  readonly organisationIds: readonly number[]
  readonly families: readonly AlarmFamily[]
  /** None: all. */
  readonly grades: readonly AlarmGrade[]
  readonly owner: (typeof DESK_OWNERS)[number]
  readonly plate: string
}

type DeskAddress = {
  readonly filter: DeskFilter
  /** The opened alarm; null: none. */
  readonly alarmId: string | null
}

const partsOf = (words: string | undefined): readonly string[] => (words ?? '').split(',')

/** What of a fixed list an address names, in the order of the list. */
const namedIn = <V extends string>(list: readonly V[], words: string | undefined): readonly V[] => {
  const named = new Set(partsOf(words))
  return list.filter((one) => named.has(one))
}

const alarmIn = (id: string | undefined): string | null => (id !== undefined && /^\d{1,18}$/.test(id) ? id : null)

/** What the address of the desk says. An alarm that was opened from a pop-up stands in `fromAlarm` (spec 4.3). */
export const readDesk = (search: ScreenSearch): DeskAddress => ({
  filter: {
    state: search['state'] === 'handled' ? 'handled' : 'waiting',
    organisationIds: readIds(search['organisation']),
    families: namedIn(ALARM_FAMILIES, search['family']),
    grades: namedIn(ALARM_GRADES, search['grade']),
    owner: DESK_OWNERS.find((one) => one === search['owner']) ?? 'all',
    plate: (search['plate'] ?? '').trim().slice(0, 20),
  },
  alarmId: alarmIn(search['alarm']) ?? alarmIn(search['fromAlarm']),
})

/** The address of a filter and an opened alarm; what restricts nothing is left out. */
export const searchOf = ({ state, organisationIds, families, grades, owner, plate }: DeskFilter, alarmId: string | null): ScreenSearch => ({
  ...(state === 'waiting' ? {} : { state }),
  ...(organisationIds.length === 0 ? {} : { organisation: writtenIds(organisationIds) }),
  ...(families.length === 0 ? {} : { family: families.join(',') }),
  ...(grades.length === 0 ? {} : { grade: grades.join(',') }),
  ...(owner === 'all' ? {} : { owner }),
  ...(plate === '' ? {} : { plate }),
  ...(alarmId === null ? {} : { alarm: alarmId }),
})

/** Whether anything but the state restricts the queue. */
export const isRestricted = ({ organisationIds, families, grades, owner, plate }: DeskFilter): boolean =>
  organisationIds.length + families.length + grades.length > 0 || owner !== 'all' || plate !== ''
