import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000
export const MUTE_MINUTES = 10

const keptAs = (userName: string): string => `alarm-sound-muted ${userName}`
const listeners = new Set<() => void>()

/** Until when the sound of alarms is muted for a user of this browser, ms; 0 where it is not. A clock that was set back does not mute for longer. */
export function mutedUntil(userName: string, now: number = Date.now()): number {
  const until = Number(localStorage.getItem(keptAs(userName)) ?? 0)
  return until > now && until <= now + MUTE_MINUTES * MINUTE_MS ? until : 0
}

/** Mutes for ten minutes from now, or ends it. Kept when the page is loaded again, for this user only. */
export function setMuted(userName: string, muted: boolean, now: number = Date.now()): void {
  if (muted) localStorage.setItem(keptAs(userName), String(now + MUTE_MINUTES * MINUTE_MS))
  else localStorage.removeItem(keptAs(userName))
  for (const listener of listeners) listener()
}

/** Whole minutes left, rounded up; 0 where it is not muted. */
export const minutesMuted = (userName: string, now: number = Date.now()): number =>
  Math.max(0, Math.ceil((mutedUntil(userName, now) - now) / MINUTE_MS))

/** The same, drawn again as time passes. Another tab of the browser mutes this one too. */
export const useMinutesMuted = (userName: string): number => useSyncExternalStore(onChange, () => minutesMuted(userName))

function onChange(changed: () => void): () => void {
  listeners.add(changed)
  addEventListener('storage', changed)
  const timer = setInterval(changed, 1_000)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', changed)
    clearInterval(timer)
  }
}
