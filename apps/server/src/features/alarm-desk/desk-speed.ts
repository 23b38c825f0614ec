import type { DeskDetail } from '@tanker/contract/alarm-desk'
import { MAX_SPEED_CURVE_HOURS } from '@tanker/contract/speed-curve'
import { ALARM } from '@tanker/domain/alarms/alarm-code'
import { curveSpeedingFact, deviceOverspeedFact, overspeedFact } from '@tanker/domain/facts/driving-facts'
import { stored } from '@tanker/domain/facts/stored-properties'
import type { Language, Text } from '@tanker/domain/texts/text'
import { DEVICE_HARSH } from '@tanker/reports/driving-words'
import type { DeskRow } from './desk-alarms.ts'

/** Speeds are drawn from this long before an alarm to this long after its end. */
const AROUND_MS = 60_000
const HOUR_MS = 3_600_000

const LIMIT: Text = { zh: '限速', en: 'Limit' }
const SAFE: Text = { zh: '安全速度', en: 'Safe speed' }

const ABOUT_SPEED: ReadonlySet<number> = new Set([
  ALARM.overspeed,
  ALARM.deviceOverspeed,
  ALARM.harshDriving,
  ALARM.curveSpeeding,
  ...DEVICE_HARSH,
])

/** What to draw of an alarm about a speed; null for others. While it lasts, until now. */
export function deskSpeed(row: DeskRow, now: Date, language: Language): DeskDetail['speed'] {
  if (!ABOUT_SPEED.has(row.type)) return null
  const [startMs, endMs] = [row.started_at.getTime(), (row.ended_at ?? now).getTime()]
  const curve = row.type === ALARM.curveSpeeding ? stored(row.properties, curveSpeedingFact) : null
  const kmh = curve ? curve.number('safeKmh') : stored(row.properties, overspeedFact, deviceOverspeedFact).number('limitKmh')
  // Harsh driving of the device has no end of its own.
  const hasEnd = row.ended_at !== null || row.type === ALARM.overspeed || row.type === ALARM.curveSpeeding
  const from = startMs - AROUND_MS
  const to = Math.min((hasEnd ? Math.max(endMs, startMs) : startMs) + AROUND_MS, from + MAX_SPEED_CURVE_HOURS * HOUR_MS)
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    limit: kmh === null ? null : { label: (curve ? SAFE : LIMIT)[language], kmh },
    radiusM: curve?.number('radiusM') ?? null,
  }
}
