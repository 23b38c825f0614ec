import type { Alarm } from '@tanker/contract/alarms'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { happeningsOf } from '@tanker/domain/alarms/happening'

/** What the page knows of an alarm that it received. */
type Known = Pick<Alarm, 'grade' | 'quiet'>

/** A happening on the list: its gravest, then oldest alarm. */
export type ListLine = { readonly lead: Alarm; /** All its alarms, the lead first. */ readonly alarms: readonly Alarm[] }

/** What of the alarm feed is on the screen (spec 4.3). */
export type LiveAlarms = {
  /** Where to resume; null before the first answer. */
  readonly cursor: string | null
  /** Alarms already received, by id: the socket and the poll may both bring an alarm, it is shown once. */
  readonly seen: ReadonlyMap<string, Known>
  /** Alarms that the server took back, and up to which cursor: what an answer from before it still says of them is out of date. */
  readonly closed: ReadonlyMap<string, string>
  /** The real-time list, newest first: one line a happening. */
  readonly list: readonly ListLine[]
  /** Alarms that open a dialog, oldest first: one is shown at a time. */
  readonly dialogs: readonly Alarm[]
}

export const NO_ALARMS: LiveAlarms = { cursor: null, seen: new Map(), closed: new Map(), list: [], dialogs: [] }

const LIST_LENGTH = 5 // spec 4.3
/** Alarms of one line; the milder ones beyond are not remembered with it. */
const MAX_ALARMS_OF_LINE = 20
/** Dialogs that wait for the user. */
const MAX_DIALOGS = 500
/** Alarms of which the page remembers that it received them, or that they were taken back; the oldest are forgotten. */
const MAX_REMEMBERED = 2_000

/** A quiet alarm opens no dialog, but stands on the list. */
const isListed = (alarm: Alarm): boolean => alarm.quiet !== undefined || (alarmType(alarm.type)?.popUp ?? 'list') === 'list'

/** When it was added to the list: an unhandled alarm is added a second time. */
export const listedAt = ({ blackTime, insertTime }: Alarm): string => blackTime ?? insertTime

const newestFirst = (a: Alarm, b: Alarm): number =>
  listedAt(b).localeCompare(listedAt(a)) || b.id.length - a.id.length || b.id.localeCompare(a.id)

const GRADES: readonly Alarm['grade'][] = ['yellow', 'red', 'black']

/** Whether an alarm speaks up: when it is new, when it was held back until now, or when it became worse. */
const speaksUp = (alarm: Alarm, known: Known | undefined): boolean =>
  alarm.quiet === undefined &&
  (known === undefined || known.quiet !== undefined || GRADES.indexOf(alarm.grade) > GRADES.indexOf(known.grade))

const forgetOldest = (remembered: Map<string, unknown>): void => {
  for (const id of remembered.keys()) {
    if (remembered.size <= MAX_REMEMBERED) return
    remembered.delete(id)
  }
}

/** Takes a batch in; `fresh` are the alarms that speak up. One that is on the screen already is shown as it is now. */
export const receiveAlarms = (
  held: LiveAlarms,
  alarms: readonly Alarm[],
  cursor: string,
): { readonly held: LiveAlarms; readonly fresh: readonly Alarm[] } => {
  const seen = new Map(held.seen)
  const news = new Map<string, Alarm>()
  const fresh: Alarm[] = []
  for (const alarm of alarms) {
    const closedAt = held.closed.get(alarm.id)
    const known = closedAt === undefined ? seen.get(alarm.id) : undefined
    if (alarm.handled || (closedAt !== undefined && BigInt(cursor) <= BigInt(closedAt))) continue
    const speaks = speaksUp(alarm, known)
    seen.set(alarm.id, { grade: alarm.grade, quiet: alarm.quiet })
    if (speaks) fresh.push(alarm)
    if (known === undefined || speaks || isOnScreen(held, alarm.id)) news.set(alarm.id, alarm)
  }
  forgetOldest(seen)
  const closed = new Map(held.closed)
  for (const id of news.keys()) closed.delete(id)
  const stays = (alarm: Alarm): boolean => !news.has(alarm.id)
  const wasDialog = (id: string): boolean => held.dialogs.some((alarm) => alarm.id === id)
  // An open dialog stays when its alarm is reported again.
  const [listed, dialogs] = [
    [...news.values()].filter((one) => isListed(one) && !wasDialog(one.id)),
    held.dialogs.map((one) => news.get(one.id) ?? one),
  ]
  const added = [...news.values()]
    .filter((one) => !isListed(one) && !wasDialog(one.id))
    .toSorted(newestFirst)
    .toReversed()
  return {
    fresh,
    held: {
      cursor: laterCursor(held.cursor, cursor),
      seen,
      closed,
      list: linesOf([...listedAlarms(held).filter(stays), ...listed]),
      dialogs: withoutLongestWaiting([...dialogs, ...added]),
    },
  }
}

/** Beyond the bound those go that have waited longest, but not the one that is open; they stand unhandled in their report. */
const withoutLongestWaiting = (dialogs: readonly Alarm[]): readonly Alarm[] =>
  dialogs.length <= MAX_DIALOGS ? dialogs : [...dialogs.slice(0, 1), ...dialogs.slice(dialogs.length - MAX_DIALOGS + 1)]

/** Every alarm that a line of the list stands for. */
export const listedAlarms = ({ list }: Pick<LiveAlarms, 'list'>): readonly Alarm[] => list.flatMap(({ alarms }) => alarms)

const isOnScreen = (held: LiveAlarms, id: string): boolean => [...listedAlarms(held), ...held.dialogs].some((alarm) => alarm.id === id)

/** The happenings of these alarms as lines of the list: the newest heads first, as many as fit. */
function linesOf(alarms: readonly Alarm[]): ListLine[] {
  const parts = withoutRepeats(alarms.toSorted(newestFirst)).map((alarm) => ({
    alarm,
    id: alarm.id,
    truckId: alarm.truckId,
    grade: alarm.grade,
    startedAt: Date.parse(alarm.startTime),
  }))
  return happeningsOf(parts)
    .flatMap((group): ListLine[] => {
      const [lead] = group
      return lead ? [{ lead: lead.alarm, alarms: group.slice(0, MAX_ALARMS_OF_LINE).map(({ alarm }) => alarm) }] : []
    })
    .toSorted((a, b) => newestFirst(a.lead, b.lead))
    .slice(0, LIST_LENGTH)
}

/** What repeats an alarm of the same truck takes its line; the list is newest first. */
const withoutRepeats = (list: readonly Alarm[]): Alarm[] =>
  list.filter(
    (alarm, index) =>
      !list.slice(0, index).some((newer) => newer.quiet === 'repeated' && newer.truckId === alarm.truckId && newer.type === alarm.type),
  )

/** The user closed these, or acknowledged them: they do not come back. */
export const withdrawAlarms = (held: LiveAlarms, ids: readonly string[]): LiveAlarms => {
  const gone = new Set(ids)
  const stays = (alarm: Alarm): boolean => !gone.has(alarm.id)
  return { ...held, list: linesOf(listedAlarms(held).filter(stays)), dialogs: held.dialogs.filter(stays) }
}

/** The server took these back up to a cursor, because they were handled or late data superseded them. What comes of them later counts. */
export const takeBackAlarms = (held: LiveAlarms, ids: readonly string[], cursor: string): LiveAlarms => {
  const closed = new Map(held.closed)
  for (const id of ids) {
    const before = closed.get(id)
    closed.delete(id)
    closed.set(id, laterCursor(before ?? null, cursor))
  }
  forgetOldest(closed)
  return { ...withdrawAlarms(held, ids), closed }
}

/** Cursors are counting numbers too long for a number. */
const laterCursor = (held: string | null, arrived: string): string => (held === null || BigInt(arrived) > BigInt(held) ? arrived : held)
