import { text } from '../../platform/language.ts'
import { saveFile } from '../../platform/calls/download.ts'
import { Popover } from '../../platform/ui/popover.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { FILE_FORMATS, fileNameOf, trackFile } from './track-files.ts'
import type { Units } from '../../platform/units.ts'
import { UnitsSwitch } from '../../platform/units-switch.tsx'
import type { Played } from './use-playback.ts'

const WORDS = {
  files: { zh: '导出轨迹', en: 'Export' },
  link: { zh: '复制链接', en: 'Copy link' },
  copied: { zh: '链接已复制，打开后定位到同一时刻', en: 'Link copied; it opens at this second' },
  notCopied: { zh: '复制失败，请从地址栏复制', en: 'Copying failed; copy the address of the page instead' },
} as const

const FORMAT_NAMES = { gpx: 'GPX', kml: 'KML', geojson: 'GeoJSON', csv: 'CSV' } as const

type PlaybackToolsProps = {
  readonly played: readonly Played[]
  readonly from: number
  readonly units: Units
  /** Null: the language has one unit. */
  readonly onUnits: ((units: Units) => void) | null
  /** Puts the moment that is shown into the address. */
  readonly onLink: () => void
}

/** Files, a link to this second, and in English the units. */
export const PlaybackTools = ({ played, from, units, onUnits, onLink }: PlaybackToolsProps) => {
  const lines = played.map(({ line }) => line)
  const copy = (): void => {
    onLink()
    // The address holds the moment by the next turn.
    setTimeout(() => {
      void navigator.clipboard.writeText(location.href).then(
        () => toast('success', text(WORDS.copied)),
        () => toast('warning', text(WORDS.notCopied)),
      )
    }, 50)
  }
  return (
    <>
      {onUnits && <UnitsSwitch units={units} onUnits={onUnits} />}
      <button type="button" className="button" disabled={lines.length === 0} onClick={copy}>
        {text(WORDS.link)}
      </button>
      <Popover label={text(WORDS.files)} trigger={text(WORDS.files)} buttonClass="button" width={160}>
        {(close) => (
          <ul className="playback-formats">
            {FILE_FORMATS.map((format) => (
              <li key={format}>
                <button
                  type="button"
                  disabled={lines.every(({ at }) => at.length === 0)}
                  onClick={() => {
                    close()
                    saveFile(
                      trackFile(
                        format,
                        lines,
                        played.map(({ track }) => track.stops),
                      ),
                      fileNameOf(format, lines, from),
                    )
                  }}
                >
                  {FORMAT_NAMES[format]}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popover>
    </>
  )
}
