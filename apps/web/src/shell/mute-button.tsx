import { readSession } from '../platform/calls/session.ts'
import { text } from '../platform/language.ts'
import { BellIcon, BellOffIcon } from '../platform/ui/icons.tsx'
import { MUTE_MINUTES, setMuted, useMinutesMuted } from './muted-sound.ts'

const MUTE = {
  zh: `静音 ${MUTE_MINUTES} 分钟（紧急报警仍会响铃）`,
  en: `Mute for ${MUTE_MINUTES} minutes (emergencies are still heard)`,
} as const
const endWords = (minutes: number): string =>
  text({
    zh: `已静音，还剩 ${minutes} 分钟；点击恢复响铃`,
    en:
      minutes === 1
        ? 'Muted for 1 more minute; click to hear alarms again'
        : `Muted for ${minutes} more minutes; click to hear alarms again`,
  })
const leftWords = (minutes: number): string => text({ zh: `${minutes} 分`, en: `${minutes} min` })

/** Mutes the sound of alarms for ten minutes, and says how many are left. */
export const MuteButton = () => {
  const { userName } = readSession().token
  const minutes = useMinutesMuted(userName)
  const words = minutes > 0 ? endWords(minutes) : text(MUTE)
  return (
    <button
      className={minutes > 0 ? 'icon-button alarm-muted' : 'icon-button'}
      onClick={() => setMuted(userName, minutes === 0)}
      aria-label={words}
      title={words}
    >
      {minutes > 0 ? <BellOffIcon /> : <BellIcon />}
      {minutes > 0 && <span>{leftWords(minutes)}</span>}
    </button>
  )
}
