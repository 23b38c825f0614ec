import type { TrackStop } from '@tanker/contract/track'
import { WAY, type TrackLine } from '../../platform/tracks/track-line.ts'

/** Formats that other programs for maps read. */
export const FILE_FORMATS = ['gpx', 'kml', 'geojson', 'csv'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

const MIME: Readonly<Record<FileFormat, string>> = {
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  geojson: 'application/geo+json',
  csv: 'text/csv;charset=utf-8',
}

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const degrees = (value: number | undefined): string => (value ?? 0).toFixed(6)
const isoOf = (line: TrackLine, index: number): string => new Date(line.at[index] as number).toISOString()

/** The track in pieces without gaps or jumps, as index from and one beyond the last. */
function pieces({ at, way }: TrackLine): { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = []
  for (let index = 0; index < at.length; index += 1) {
    if (index === 0 || way[index] !== WAY.known) found.push({ from: index, to: index })
    const last = found.at(-1)
    if (last) last.to = index + 1
  }
  return found
}

const indexes = ({ from, to }: { readonly from: number; readonly to: number }): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)

function gpx(lines: readonly TrackLine[]): string {
  const tracks = lines.map((line) => {
    const segments = pieces(line).map(
      (piece) =>
        `<trkseg>${indexes(piece)
          .map((i) => `<trkpt lat="${degrees(line.lat[i])}" lon="${degrees(line.lng[i])}"><time>${isoOf(line, i)}</time></trkpt>`)
          .join('\n')}</trkseg>`,
    )
    return `<trk><name>${escaped(line.plate)}</name>${segments.join('\n')}</trk>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Tanker Console" xmlns="http://www.topografix.com/GPX/1/1">\n${tracks.join('\n')}\n</gpx>\n`
}

function kml(lines: readonly TrackLine[]): string {
  const marks = lines.map((line) => {
    const segments = pieces(line).map((piece) => {
      const all = indexes(piece)
      const when = all.map((i) => `<when>${isoOf(line, i)}</when>`).join('')
      const where = all.map((i) => `<gx:coord>${degrees(line.lng[i])} ${degrees(line.lat[i])} 0</gx:coord>`).join('')
      return `<gx:Track>${when}${where}</gx:Track>`
    })
    return `<Placemark><name>${escaped(line.plate)}</name><gx:MultiTrack>${segments.join('\n')}</gx:MultiTrack></Placemark>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>\n${marks.join('\n')}\n</Document></kml>\n`
}

function geojson(lines: readonly TrackLine[], stops: readonly (readonly TrackStop[])[]): string {
  const features = lines.flatMap((line, index) => [
    {
      type: 'Feature',
      properties: { plate: line.plate, times: pieces(line).map((piece) => indexes(piece).map((i) => isoOf(line, i))) },
      geometry: {
        type: 'MultiLineString',
        coordinates: pieces(line).map((piece) => indexes(piece).map((i) => [Number(degrees(line.lng[i])), Number(degrees(line.lat[i]))])),
      },
    },
    ...(stops[index] ?? []).flatMap(({ lat, lng, startedAt, endedAt, place }) =>
      lat === null || lng === null
        ? []
        : [
            {
              type: 'Feature',
              properties: { plate: line.plate, stop: true, startedAt, endedAt, place },
              geometry: { type: 'Point', coordinates: [lng, lat] },
            },
          ],
    ),
  ])
  return JSON.stringify({ type: 'FeatureCollection', features })
}

const CSV_HEAD = 'plate,time,latitude,longitude,speed_kmh,heading_deg,odometer_km,driven_km'
/** A spreadsheet takes a text that begins like a formula for one. */
const cell = (words: string): string => `"${(/^[=+\-@]/.test(words) ? `'${words}` : words).replaceAll('"', '""')}"`

const csv = (lines: readonly TrackLine[]): string =>
  `\uFEFF${[
    CSV_HEAD,
    ...lines.flatMap((line) =>
      Array.from(line.at, (_, i) =>
        [
          cell(line.plate),
          isoOf(line, i),
          degrees(line.lat[i]),
          degrees(line.lng[i]),
          (line.kmh[i] ?? 0).toFixed(1),
          String(line.headingDeg[i]),
          (line.km[i] ?? 0).toFixed(1),
          ((line.drivenM[i] ?? 0) / 1000).toFixed(3),
        ].join(','),
      ),
    ),
  ].join('\r\n')}\r\n`

/** The tracks as a file, WGS-84 and UTC; gaps and jumps part the line. */
export function trackFile(format: FileFormat, lines: readonly TrackLine[], stops: readonly (readonly TrackStop[])[]): Blob {
  const content = format === 'gpx' ? gpx(lines) : format === 'kml' ? kml(lines) : format === 'geojson' ? geojson(lines, stops) : csv(lines)
  return new Blob([content], { type: MIME[format] })
}

export const fileNameOf = (format: FileFormat, lines: readonly TrackLine[], from: number): string =>
  `${lines.map(({ plate }) => plate).join('-')} ${new Date(from).toISOString().slice(0, 16).replace('T', ' ').replace(':', '')}.${format}`
