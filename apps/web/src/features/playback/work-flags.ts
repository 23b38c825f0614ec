import type { WaterWork } from '@tanker/contract/track'
import type { Feature, LineString } from 'geojson'
import { text } from '../../platform/language.ts'
import { shownDecimal, shownDuration, shownTime, shownWhole } from '../../platform/shown-values.ts'
import type { Flag } from '../../platform/tracks/track-flags.ts'
import { stretchFeatures } from '../../platform/tracks/track-features.ts'
import { momentAt, type TrackLine } from '../../platform/tracks/track-line.ts'

const WORKS = {
  fill: { zh: '加水', en: 'Filled' },
  spray: { zh: '洒水', en: 'Sprayed' },
} as const
const NOW = {
  fill: { zh: '正在加水', en: 'Filling' },
  spray: { zh: '正在洒水', en: 'Spraying' },
} as const

type Span = { readonly from: number; readonly to: number }
/** A work that goes on reaches as far as the track does. */
const spanOf = ({ startedAt, endedAt }: WaterWork, line: TrackLine): Span => ({
  from: Date.parse(startedAt),
  to: endedAt === null ? (line.at.at(-1) ?? 0) : Date.parse(endedAt),
})

const wordsOf = ({ work, startedAt, endedAt, litres, meters, place }: WaterWork): string => {
  const at = Date.parse(startedAt)
  const parts =
    endedAt === null
      ? [text(NOW[work])]
      : [
          `${text(WORKS[work])} ${shownDuration(Date.parse(endedAt) - at)}`,
          ...(litres === null ? [] : [`${shownWhole(litres)} L`]),
          ...(work === 'spray' && meters !== null ? [`${shownDecimal(meters / 1000, 1)} km`] : []),
        ]
  return `${shownTime(at)} ${[...parts, ...(place === '' ? [] : [place])].join(' · ')}`
}

/** Fillings and sprayings on the line of their truck; one that began before the track stands at its first point. */
export const workFlags = (line: TrackLine, works: readonly WaterWork[]): Flag[] =>
  works.flatMap((work) => {
    const { from } = spanOf(work, line)
    const place = momentAt(line, from)
    if (!place) return []
    return [
      {
        key: `${line.truckId} work ${work.id}`,
        plate: line.plate,
        what: work.work,
        at: from,
        endedAt: work.endedAt === null ? null : Date.parse(work.endedAt),
        lng: place.lng,
        lat: place.lat,
        icon: work.work === 'fill' ? ('loading' as const) : null,
        grade: null,
        words: wordsOf(work),
      },
    ]
  })

/** The stretches of the line on which it sprayed. */
export const sprayedFeatures = (line: TrackLine, works: readonly WaterWork[]): Feature<LineString>[] =>
  works.filter(({ work }) => work === 'spray').flatMap((work) => stretchFeatures(line, spanOf(work, line)))

/** Litres by work; works that go on are not counted. */
export const waterSums = (works: readonly WaterWork[]): Readonly<Record<WaterWork['work'], number>> => {
  const sums = { fill: 0, spray: 0 }
  for (const { work, litres } of works) sums[work] += litres ?? 0
  return sums
}

/** What the truck did with its water at a moment; litres a minute over the whole work, null while it goes on. */
export function workAt(
  line: TrackLine,
  works: readonly WaterWork[],
  at: number,
): { readonly words: string; readonly lpm: number | null } | null {
  const work = works.find((one) => {
    const { from, to } = spanOf(one, line)
    return from <= at && at <= to
  })
  if (!work) return null
  const { from, to } = spanOf(work, line)
  const lpm = work.endedAt === null || work.litres === null || to <= from ? null : work.litres / ((to - from) / 60_000)
  return { words: text(WORKS[work.work]), lpm }
}
