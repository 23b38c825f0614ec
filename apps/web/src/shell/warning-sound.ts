import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'

const soundMs = 1_800 // spec 4.3, 9

const FILES: Readonly<Record<AlarmGrade, string>> = {
  yellow: '/sound/notice.wav',
  red: '/sound/warning.wav',
  black: '/sound/urgent.wav',
}

const players = new Map<AlarmGrade, HTMLAudioElement>()
let playing: HTMLAudioElement | null = null
let stopTimer: ReturnType<typeof setTimeout> | undefined
/** What waits for the first touch. */
let waiting: AlarmGrade | null = null

const stop = (): void => {
  clearTimeout(stopTimer)
  playing?.pause()
}

const onTouch = (): void => {
  document.removeEventListener('pointerdown', onTouch)
  document.removeEventListener('keydown', onTouch)
  if (waiting !== null) playWarningSound(waiting)
}

function playerOf(grade: AlarmGrade): HTMLAudioElement {
  const player = players.get(grade) ?? new Audio(FILES[grade])
  players.set(grade, player)
  return player
}

/** Plays the sound of a grade from its beginning, for 1.8 s; another one ends. */
export function playWarningSound(grade: AlarmGrade): void {
  waiting = null
  stop()
  const audio = playerOf(grade)
  playing = audio
  audio.currentTime = 0
  audio.play().then(
    () => {
      clearTimeout(stopTimer)
      stopTimer = setTimeout(() => audio.pause(), soundMs)
    },
    () => {
      // Ended by the next sound, or the browser allows sound only after the user has touched the page: then at the first touch.
      if (playing !== audio) return
      waiting = grade
      document.addEventListener('pointerdown', onTouch)
      document.addEventListener('keydown', onTouch)
    },
  )
}
