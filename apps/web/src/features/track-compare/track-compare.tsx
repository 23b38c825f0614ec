import { useEffect, useMemo, useState } from 'react'
import { seriesColour } from '../../platform/charts/series-colours.ts'
import { useKeptTruck, useTruckAtFirst } from '../../platform/feed/looked-at-truck.ts'
import { text } from '../../platform/language.ts'
import { useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { ScreenFrame } from '../../platform/screen-frame/screen-frame.tsx'
import { shownDecimal } from '../../platform/shown-values.ts'
import { toast } from '../../platform/ui/toast.ts'
import { TrackMapView } from '../../platform/tracks/track-map-view.tsx'
import { type ComparedTrack, firstTracks, readCompared, searchOf, type TypedTrack } from './compare-address.ts'
import { CompareFilters } from './compare-filters.tsx'
import { CompareTable } from './compare-table.tsx'
import { DistanceChart } from './distance-chart.tsx'
import { momentAfter } from './track-difference.ts'
import './track-compare.css'
import { useComparedTracks } from './use-compared-tracks.ts'

const WORDS = {
  title: { zh: '轨迹对比', en: 'Track comparison' },
  chooseTruck: { zh: '请选择车辆', en: 'Please choose a truck' },
  loading: { zh: '正在加载轨迹…', en: 'Loading the tracks…' },
  failed: { zh: '轨迹加载失败，请重试', en: 'The tracks could not be loaded, please try again' },
  again: { zh: '重试', en: 'Try again' },
  none: { zh: '该时段没有轨迹', en: 'No track found in this period' }, // spec 8.3
  cut: {
    zh: '有轨迹的定位点超过 30 万个，未包含最后的部分，请缩短时间。',
    en: 'A track has more than 300,000 positions: its last ones are left out. Choose a shorter period.',
  },
  along: { zh: '行驶', en: 'After' },
} as const

const minuteMs = 60_000

/** What the address asks for; before that the truck that was looked at last, yesterday and the day before. */
function useComparedAddress() {
  const { search, ask } = useScreenAddress()
  const atFirst = useTruckAtFirst()
  const named = useMemo(() => readCompared(search), [search])
  const atStart = useMemo(() => firstTracks(atFirst, Math.floor(Date.now() / minuteMs) * minuteMs), [atFirst])
  const tracks: readonly TypedTrack[] = named.length > 1 ? named : atStart
  useKeptTruck(named[0]?.truckId ?? null)
  return { tracks, ask }
}

const isChosen = (track: TypedTrack): track is ComparedTrack => track.truckId !== null
const NO_FLAGS = [] as const

/** monitor/track_compare: two to four tracks over each other, with their differences. */
export const TrackCompare = () => {
  const { tracks, ask } = useComparedAddress()
  const [typed, setTyped] = useState(tracks)
  useEffect(() => setTyped(tracks), [tracks])
  const asked = useMemo(() => (tracks.every(isChosen) ? tracks : []), [tracks])
  const { compared, isWhole, isFailed, again } = useComparedTracks(asked)
  const lines = useMemo(() => compared.map(({ line }) => line), [compared])
  const colours = useMemo(() => compared.map((_, index) => seriesColour(index)), [compared])
  const [km, setKm] = useState(0)
  const [sight, setSight] = useState<{ readonly lng: number; readonly lat: number } | null>(null)
  useEffect(() => setKm(0), [compared])
  const moments = useMemo(() => lines.map((line) => momentAfter(line, km * 1000)), [lines, km])

  const search = (): void => {
    if (!typed.every(isChosen)) return void toast('warning', text(WORDS.chooseTruck)) // spec 5.4
    ask(searchOf(typed))
  }
  const isEmpty = lines.every(({ at }) => at.length === 0)

  return (
    <ScreenFrame title={text(WORDS.title)} onSearch={search} filters={<CompareFilters typed={typed} onType={setTyped} />}>
      {asked.length === 0 ? (
        <p className="waiting">{text(WORDS.chooseTruck)}</p>
      ) : isFailed ? (
        <div className="waiting" role="alert">
          <p>{text(WORDS.failed)}</p>
          <button type="button" className="button" onClick={again}>
            {text(WORDS.again)}
          </button>
        </div>
      ) : !isWhole ? (
        <p className="waiting" aria-busy="true">
          {text(WORDS.loading)}
        </p>
      ) : isEmpty ? (
        <p className="waiting">{text(WORDS.none)}</p>
      ) : (
        <div className="compare">
          {compared.some(({ isCut }) => isCut) && (
            <p className="track-note" role="status">
              {text(WORDS.cut)}
            </p>
          )}
          <div className="compare-main">
            <TrackMapView
              lines={lines}
              colours={colours}
              flags={NO_FLAGS}
              at={moments}
              follows={km > 0}
              sight={sight}
              onPick={() => undefined}
            />
            <label className="compare-along">
              {text(WORDS.along)} {shownDecimal(km, 1)} km
              <input
                type="range"
                min={0}
                max={Math.max(...compared.map(({ figures }) => figures?.drivenKm ?? 0))}
                step={0.1}
                value={km}
                onChange={({ target }) => setKm(Number(target.value))}
              />
            </label>
            <DistanceChart compared={compared} km={km} onKm={setKm} />
          </div>
          <CompareTable compared={compared} onSight={setSight} />
        </div>
      )}
    </ScreenFrame>
  )
}
