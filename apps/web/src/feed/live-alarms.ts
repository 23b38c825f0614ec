import type { Alarm } from '@tanker/contract/alarms'
import { alarmType } from '@tanker/domain/alarm-type'

/** What of the alarm feed is on the screen (spec 4.3). */
export type LiveAlarms = {
  /** Where to resume; null before the first answer. */
  readonly cursor: string | null
  /** Ids already received: the socket and the poll may both bring an alarm, it is shown once. */
  readonly seen: ReadonlySet<string>
  /** The real-time list, newest first. */
  readonly list: readonly Alarm[]
  /** Alarms that open a dialog, oldest first: one is shown at a time. */
  readonly dialogs: readonly Alarm[]
}

export const NO_ALARMS: LiveAlarms = { cursor: null, seen: new Set(), list: [], dialogs: [] }

const LIST_LENGTH = 5 // spec 4.3
const REMEMBERED = 2_000

const isListed = (alarm: Alarm): boolean => (alarmType(alarm.type)?.popUp ?? 'list') === 'list'

const newestFirst = (a: Alarm, b: Alarm): number =>
  b.insertTime.localeCompare(a.insertTime) || b.id.length - a.id.length || b.id.localeCompare(a.id)

/** Takes a batch in; `fresh` are the alarms never seen before. */
export const receiveAlarms = (
  held: LiveAlarms,
  alarms: readonly Alarm[],
  cursor: string,
): { readonly held: LiveAlarms; readonly fresh: readonly Alarm[] } => {
  const seen = new Set(held.seen)
  const fresh: Alarm[] = []
  for (const alarm of alarms) {
    if (seen.has(alarm.id) || alarm.handled) continue
    seen.add(alarm.id)
    fresh.push(alarm)
  }
  for (const id of seen) {
    if (seen.size <= REMEMBERED) break
    seen.delete(id)
  }
  return {
    fresh,
    held: {
      cursor: laterCursor(held.cursor, cursor),
      seen,
      list: [...held.list, ...fresh.filter(isListed)].toSorted(newestFirst).slice(0, LIST_LENGTH),
      dialogs: [
        ...held.dialogs,
        ...fresh
          .filter((alarm) => !isListed(alarm))
          .toSorted(newestFirst)
          .reverse(),
      ],
    },
  }
}

/** Alarms that were ended, handled or acknowledged leave the list and the dialogs. */
export const withdrawAlarms = (held: LiveAlarms, ids: readonly string[]): LiveAlarms => {
  const gone = new Set(ids)
  const stays = (alarm: Alarm): boolean => !gone.has(alarm.id)
  return { ...held, list: held.list.filter(stays), dialogs: held.dialogs.filter(stays) }
}

/** Cursors are counting numbers too long for a number. */
const laterCursor = (held: string | null, arrived: string): string => (held === null || BigInt(arrived) > BigInt(held) ? arrived : held)
