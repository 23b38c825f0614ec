import { useEffect, useState } from 'react'
import { whyNotShown } from '../platform/calls/download.ts'
import { text } from '../platform/language.ts'
import { Dialog } from '../platform/ui/dialog.tsx'
import type { ShownPhoto } from './shown-photo.ts'

const WORDS = {
  previous: { zh: '上一张', en: 'Previous' },
  next: { zh: '下一张', en: 'Next' },
  rotate: { zh: '旋转', en: 'Rotate' },
  save: { zh: '下载', en: 'Download' },
  close: { zh: '关闭', en: 'Close' },
  failed: { zh: '照片加载失败', en: 'The photo could not be loaded' },
} as const

const RIGHT_ANGLE = 90
const FULL_TURN = 360

type PhotoViewerProps = {
  readonly photos: readonly ShownPhoto[]
  readonly index: number
  readonly onShow: (index: number) => void
  readonly onClose: () => void
}

/** The photo, or why it cannot be shown. */
const LargePhoto = ({ url, name, turnedDeg }: { readonly url: string; readonly name: string; readonly turnedDeg: number }) => {
  const [hasFailed, setHasFailed] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!hasFailed) return
    const ending = new AbortController()
    void whyNotShown(url, ending.signal).then((why) => setProblem(why ?? text(WORDS.failed)))
    return () => ending.abort()
  }, [hasFailed, url])
  if (problem !== null) return <p role="alert">{problem}</p>
  return <img src={url} alt={name} style={{ transform: `rotate(${turnedDeg}deg)` }} onError={() => setHasFailed(true)} />
}

/** One photo large, the others of the page beside it: by buttons and by the arrow keys. */
export const PhotoViewer = ({ photos, index, onShow, onClose }: PhotoViewerProps) => {
  const [turnedDeg, setTurnedDeg] = useState(0)
  const photo = photos[index]
  const show = (at: number): void => {
    if (at < 0 || at >= photos.length) return
    setTurnedDeg(0)
    onShow(at)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'ArrowLeft') show(index - 1)
      if (event.key === 'ArrowRight') show(index + 1)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  if (!photo) return null
  const name = [photo.plate, photo.takenAt, photo.about].join(' · ')
  return (
    <Dialog
      className="photo-viewer"
      title={
        <>
          {photo.plate} · {photo.takenAt}
          <span className="dialog-count">{`${index + 1} / ${photos.length}`}</span>
        </>
      }
      onEscape={onClose}
      actions={
        <>
          <button type="button" className="button" disabled={index === 0} onClick={() => show(index - 1)}>
            {text(WORDS.previous)}
          </button>
          <button type="button" className="button" disabled={index === photos.length - 1} onClick={() => show(index + 1)}>
            {text(WORDS.next)}
          </button>
          <button type="button" className="button" onClick={() => setTurnedDeg((turnedDeg + RIGHT_ANGLE) % FULL_TURN)}>
            {text(WORDS.rotate)}
          </button>
          <a className="button" href={photo.url} download={`${photo.plate} ${photo.takenAt.replaceAll(':', '-')}.jpg`}>
            {text(WORDS.save)}
          </a>
          <button type="button" className="button button-primary" data-first onClick={onClose}>
            {text(WORDS.close)}
          </button>
        </>
      }
    >
      <figure className="photo-large" data-turned={turnedDeg % (2 * RIGHT_ANGLE) !== 0}>
        <LargePhoto key={photo.id} url={photo.url} name={name} turnedDeg={turnedDeg} />
        <figcaption>{[photo.about, photo.where].filter((part) => part !== '').join(' · ')}</figcaption>
      </figure>
    </Dialog>
  )
}
