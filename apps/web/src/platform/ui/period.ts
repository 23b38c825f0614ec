import type { Text } from '@tanker/domain/texts/text'

/** From a moment to another one. */
export type Period = { readonly from: Date; readonly to: Date }

/** A period to choose at a click. */
export type QuickPeriod = { readonly name: Text; readonly period: Period }

/** The days from a first to a last one, in the order of time; with the times of day that the period had. */
export function withDays({ from, to }: Period, first: Date, last: Date): Period {
  const [start, end] = first <= last ? [first, last] : [last, first]
  const at = (day: Date, time: Date): Date =>
    new Date(
      day.getFullYear(),
      day.getMonth(),
      day.getDate(),
      time.getHours(),
      time.getMinutes(),
      time.getSeconds(),
      time.getMilliseconds(),
    )
  return { from: at(start, from), to: at(end, to) }
}

/** Where a period ends that was typed to the minute: 23:59 means the end of the day. */
export function endOf(at: number): Date {
  const end = new Date(at)
  if (end.getHours() === 23 && end.getMinutes() === 59) end.setSeconds(59, 999)
  return end
}
