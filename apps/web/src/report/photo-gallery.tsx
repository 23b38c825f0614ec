import { photoCalls } from '@tanker/contract/endpoints/photos'
import type { ReportRows, ReportView } from '@tanker/contract/report-view'
import { useState } from 'react'
import { shownFrom } from '../platform/calls/download.ts'
import { text } from '../platform/language.ts'
import { cellText } from './cell-text.ts'
import './photo-gallery.css'
import { PhotoViewer } from './photo-viewer.tsx'
import type { ShownPhoto } from './shown-photo.ts'

const WORDS = {
  open: { zh: '查看照片', en: 'View the photo' },
  lost: { zh: '无法加载', en: 'Not loaded' },
} as const

type Row = ReportRows['content'][number]

const photoOf = (view: ReportView, row: Row): ShownPhoto => {
  const shown = (name: string): string => {
    const column = view.columns.find((one) => one.name === name)
    return column ? cellText(row[name], column) : ''
  }
  const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ')
  return {
    id: String(row['id']),
    url: shownFrom(photoCalls.file, { photoId: String(row['id']) }),
    plate: shown('plate'),
    takenAt: shown('takenAt'),
    about: joined(shown('camera') || shown('channel'), shown('trigger')),
    where: joined(shown('place'), row['speed'] === null ? '' : `${shown('speed')} km/h`),
  }
}

const Thumbnail = ({ photo, onOpen }: { readonly photo: ShownPhoto; readonly onOpen: () => void }) => {
  const [isLost, setIsLost] = useState(false)
  return (
    <li>
      <button type="button" className="photo-thumbnail" title={text(WORDS.open)} onClick={onOpen}>
        {isLost ? (
          <span className="photo-lost">{text(WORDS.lost)}</span>
        ) : (
          <img src={photo.url} alt="" loading="lazy" decoding="async" onError={() => setIsLost(true)} />
        )}
        <span className="photo-caption">
          <b>{photo.plate}</b> {photo.takenAt}
        </span>
        <span className="photo-caption">{photo.about}</span>
      </button>
    </li>
  )
}

/** Photos, small; one that is clicked is shown large. */
export const PhotoStrip = ({ photos, label }: { readonly photos: readonly ShownPhoto[]; readonly label: string }) => {
  const [opened, setOpened] = useState<string | null>(null)
  const index = photos.findIndex(({ id }) => id === opened)
  return (
    <>
      <ul className="photo-gallery" aria-label={label}>
        {photos.map((photo) => (
          <Thumbnail key={photo.id} photo={photo} onOpen={() => setOpened(photo.id)} />
        ))}
      </ul>
      {index >= 0 && (
        <PhotoViewer photos={photos} index={index} onShow={(at) => setOpened(photos[at]?.id ?? null)} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

/** The photos of the page's rows. */
export const PhotoGallery = ({ view, rows }: { readonly view: ReportView; readonly rows: readonly Row[] }) => (
  <PhotoStrip photos={rows.map((row) => photoOf(view, row))} label={view.chart?.title ?? ''} />
)
