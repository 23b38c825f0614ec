const soundMs = 1_800 // spec 4.3, 9

let audio: HTMLAudioElement | null = null
let stopTimer: ReturnType<typeof setTimeout> | undefined

const playOnce = (): void => {
  document.removeEventListener('pointerdown', playOnce)
  document.removeEventListener('keydown', playOnce)
  audio ??= new Audio('/sound/warning.wav')
  audio.currentTime = 0
  audio.play().then(
    () => {
      clearTimeout(stopTimer)
      stopTimer = setTimeout(() => audio?.pause(), soundMs)
    },
    () => {
      // The browser allows sound only after the user has touched the page: then at the first touch.
      document.addEventListener('pointerdown', playOnce, { once: true })
      document.addEventListener('keydown', playOnce, { once: true })
    },
  )
}

export const playWarningSound = playOnce
