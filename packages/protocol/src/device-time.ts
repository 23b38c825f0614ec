/**
 * A BCD[6] time as the device sent it: twelve digits YYMMDDhhmmss in the device's own zone
 * (GMT+8 by the standard). Kept as digits because devices send impossible ones.
 */
export type DeviceTime = string

const minuteMs = 60_000

/** JT/T 808-2019 table 23: times are GMT+8. */
export const standardZoneOffsetMinutes = 480

/** Milliseconds since 1970 UTC, or NaN where the digits are no time. */
export function deviceTimeToMs(time: DeviceTime, zoneOffsetMinutes: number): number {
  const year = pairAt(time, 0)
  const month = pairAt(time, 2)
  const day = pairAt(time, 4)
  const hour = pairAt(time, 6)
  const minute = pairAt(time, 8)
  const second = pairAt(time, 10)
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && hour < 24 && minute < 60 && second < 60)) {
    return Number.NaN
  }
  if (day > daysInMonth(year, month)) return Number.NaN
  return Date.UTC(2000 + year, month - 1, day, hour, minute, second) - zoneOffsetMinutes * minuteMs
}

/** The digits of a moment between 2000 and 2099 on a clock of that zone; fractions of a second are cut. */
export function msToDeviceTime(ms: number, zoneOffsetMinutes: number): DeviceTime {
  const local = new Date(ms + zoneOffsetMinutes * minuteMs)
  return (
    pair(local.getUTCFullYear() % 100) +
    pair(local.getUTCMonth() + 1) +
    pair(local.getUTCDate()) +
    pair(local.getUTCHours()) +
    pair(local.getUTCMinutes()) +
    pair(local.getUTCSeconds())
  )
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Two decimal digits; NaN for a hexadecimal one or a missing one. */
function pairAt(digits: string, at: number): number {
  const tens = digits.charCodeAt(at) - 48
  const ones = digits.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

function pair(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}
