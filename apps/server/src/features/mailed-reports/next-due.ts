import { LAST_DAY, type Rhythm } from '@tanker/contract/mailed-reports'
import { Cron } from 'croner'

/** When a report is mailed; the hour is of the zone. */
export type When = {
  readonly rhythm: Rhythm
  readonly weekday: number | null
  readonly monthDay: number | null
  readonly hour: number
  readonly zone: string
}

/** Times missed in a stop that are looked through: a year of daily ones. */
const MAX_MISSED = 400

const cronOf = ({ rhythm, weekday, monthDay, hour, zone }: When): Cron => {
  const day = rhythm === 'monthly' ? (monthDay === LAST_DAY ? 'L' : String(monthDay ?? 1)) : '*'
  return new Cron(`0 0 ${hour} ${day} * ${rhythm === 'weekly' ? (weekday ?? 1) : '*'}`, { timezone: zone })
}

/** The first time after this moment. */
export function nextDue(when: When, after: Date): Date {
  const next = cronOf(when).nextRun(after)
  if (!next) throw new Error('a mailed report has no next time')
  return next
}

/** Of all times from `due` on the last one that has come: after a stop one mail is sent, not one for each time that was missed. */
export function lastDue(when: When, due: Date, now: Date): Date {
  let last = due
  for (let tries = 0; tries < MAX_MISSED; tries += 1) {
    const next = nextDue(when, last)
    if (next > now) return last
    last = next
  }
  return last
}
