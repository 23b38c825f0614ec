/** Files that a user keeps of a window: named by truck, channel and time. */
const nameOf = (title: string, ending: string): string => `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '_')}_${stamp(new Date())}.${ending}`

const two = (value: number): string => String(value).padStart(2, '0')
const stamp = (at: Date): string =>
  `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}_${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`

function download(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

export function keepSnapshot(canvas: HTMLCanvasElement, title: string): void {
  canvas.toBlob((blob) => blob && download(blob, nameOf(title, 'png')), 'image/png')
}

/** A recording ends by itself after this time, so that a forgotten one does not fill the memory. */
const MAX_RECORDING_MS = 10 * 60_000
const FRAMES_A_SECOND = 15

/** What this browser records; undefined: nothing. */
const recorded = (['webm', 'mp4'] as const).find(
  (ending) => 'MediaRecorder' in globalThis && MediaRecorder.isTypeSupported(`video/${ending}`),
)
export const canRecord = recorded !== undefined

/** Records what the window shows, until the answer is called or the longest time is over. Null where the browser records nothing. */
export function startRecording(canvas: HTMLCanvasElement, title: string, onEnd: () => void): (() => void) | null {
  if (recorded === undefined) return null
  const mimeType = `video/${recorded}`
  const parts: Blob[] = []
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES_A_SECOND), { mimeType })
  const timer = setTimeout(() => recorder.stop(), MAX_RECORDING_MS)
  recorder.ondataavailable = ({ data }) => parts.push(data)
  recorder.onstop = () => {
    clearTimeout(timer)
    download(new Blob(parts, { type: mimeType }), nameOf(title, recorded))
    onEnd()
  }
  recorder.start(1_000)
  return () => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
}
