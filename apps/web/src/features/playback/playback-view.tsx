import { MAX_TRACKS } from '@tanker/contract/track'
import { useEffect, useMemo, useState } from 'react'
import { seriesColour } from '../../platform/charts/series-colours.ts'
import type { Text } from '@tanker/domain/texts/text'
import { language, text } from '../../platform/language.ts'
import { ScreenFrame } from '../../platform/screen-frame/screen-frame.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { CurvesPanel } from './curves-panel.tsx'
import type { Skips } from './play-clock.ts'
import { type PlaybackAsked, searchOf } from './playback-address.ts'
import type { PlaybackAddress } from './use-playback-address.ts'
import { PlaybackFilters, type TruckChoices } from './playback-filters.tsx'
import { TrackMapView } from '../../platform/tracks/track-map-view.tsx'
import { PlaybackSide } from './playback-side.tsx'
import { PlaybackTools } from './playback-tools.tsx'
import './playback.css'
import { SeekBar } from './seek-bar.tsx'
import { eventFlags, type Flag, stopFlags } from '../../platform/tracks/track-flags.ts'
import { spanOf } from '../../platform/tracks/track-line.ts'
import { readUnits } from '../../platform/units.ts'
import type { LoadedTracks, Played } from './use-playback.ts'
import { sprayedFeatures, workFlags } from './work-flags.ts'
import { usePlay } from './use-play.ts'

const WORDS = {
  chooseTruck: { zh: '请选择车辆', en: 'Please choose a truck' },
  tooMany: { zh: '一次最多回放 4 辆车。', en: 'At most 4 trucks are played at once.' },
  loading: { zh: '正在加载轨迹…', en: 'Loading the track…' },
  failed: { zh: '轨迹加载失败，请重试', en: 'The track could not be loaded, please try again' },
  again: { zh: '重试', en: 'Try again' },
  none: { zh: '该时段没有轨迹', en: 'No track found in this period' }, // spec 8.3
  more: {
    zh: '定位点超过 30 万个，未显示最后的部分，请缩短时间。',
    en: 'More than 300,000 positions: the last ones are not shown. Choose a shorter period.',
  },
  withoutFix: { zh: '个点未定位，不在线上', en: 'positions without a satellite fix are not on the line' },
} as const

/** Shorter stops are hidden at first, minutes. */
const LEAST_STOP_MIN = 3

function useFlags(played: readonly Played[], leastMin: number, now: number) {
  const stops = useMemo(
    () => played.flatMap(({ line, track }) => stopFlags(line, track.stops, leastMin, now)).toSorted((a, b) => a.at - b.at),
    [played, leastMin, now],
  )
  const events = useMemo(
    () => played.flatMap(({ line, tanks }) => eventFlags(line, tanks?.events ?? [])).toSorted((a, b) => a.at - b.at),
    [played],
  )
  const works = useMemo(() => played.flatMap((one) => workFlags(one.line, one.works ?? [])).toSorted((a, b) => a.at - b.at), [played])
  return { stops, events, works, all: useMemo(() => [...works, ...stops, ...events], [works, stops, events]) }
}

type PlaybackViewProps = {
  readonly title: Text
  readonly trucks: TruckChoices
  /** Said where no truck is asked for. */
  readonly noTruck?: Text
  readonly address: PlaybackAddress
  readonly loaded: LoadedTracks
}

/** One truck or up to four at once, played over map, speed and tanks with one cursor; of water trucks with what they sprayed. */
export const PlaybackView = ({ title, trucks, noTruck = WORDS.chooseTruck, address, loaded }: PlaybackViewProps) => {
  const { asked, at: linkedAt, ask } = address
  const [typed, setTyped] = useState<PlaybackAsked>(asked)
  const [units, setUnits] = useState(readUnits)
  const [follows, setFollows] = useState(true)
  const [skipsStops, setSkipsStops] = useState(false)
  const [leastMin, setLeastMin] = useState(LEAST_STOP_MIN)
  const [sight, setSight] = useState<{ readonly lng: number; readonly lat: number } | null>(null)
  useEffect(() => setTyped(asked), [asked])

  const { played, isWhole, isFailed, again } = loaded
  const lines = useMemo(() => played.map(({ line }) => line), [played])
  const colours = useMemo(() => played.map((_, index) => (played.length > 1 ? seriesColour(index) : null)), [played])
  const span = useMemo(() => spanOf(lines), [lines])
  const sprayed = useMemo(() => played.flatMap((one) => sprayedFeatures(one.line, one.works ?? [])), [played])
  const { stops, events, works, all } = useFlags(played, leastMin, asked.to)
  const skips = useMemo(
    (): Skips => (skipsStops && played.length === 1 ? stops.map(({ at, endedAt }) => ({ from: at, to: endedAt ?? at })) : []),
    [skipsStops, played.length, stops],
  )
  const { play, setRate, seekTo, toggle } = usePlay(span, linkedAt, skips)

  const search = (next: PlaybackAsked): void => {
    if (next.truckIds.length === 0) return void toast('warning', text(WORDS.chooseTruck)) // spec 5.4
    if (next.truckIds.length > MAX_TRACKS) return void toast('warning', text(WORDS.tooMany))
    ask(searchOf(next))
  }
  const pick = (flag: Flag): void => {
    seekTo(flag.at)
    setSight({ lng: flag.lng, lat: flag.lat })
  }
  const withoutFix = lines.reduce((sum, line) => sum + line.withoutFix, 0)

  return (
    <ScreenFrame
      title={text(title)}
      onSearch={() => search(typed)}
      tools={
        <PlaybackTools
          played={played}
          from={asked.from}
          units={units}
          onUnits={language === 'en' ? setUnits : null}
          onLink={() => ask(searchOf(asked, play.at), { replace: true })}
        />
      }
      filters={<PlaybackFilters trucks={trucks} typed={typed} onType={setTyped} />}
    >
      {asked.truckIds.length === 0 ? (
        <p className="waiting">{text(noTruck)}</p>
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
      ) : span === null ? (
        <p className="waiting">{text(WORDS.none)}</p>
      ) : (
        <div className="playback">
          {played.some(({ track }) => track.morePoints) && (
            <p className="track-note" role="status">
              {text(WORDS.more)}
            </p>
          )}
          <div className="playback-main">
            <TrackMapView
              sprayed={sprayed}
              lines={lines}
              colours={colours}
              flags={all}
              at={play.at}
              follows={follows}
              sight={sight}
              onPick={seekTo}
            />
            <SeekBar
              play={play}
              span={span}
              flags={all}
              follows={follows}
              skipsStops={skipsStops}
              onToggle={toggle}
              onSeek={seekTo}
              onRate={setRate}
              onFollow={setFollows}
              onSkipStops={setSkipsStops}
            />
            <CurvesPanel played={played} colours={colours} span={span} at={play.at} onSeek={seekTo} />
            {withoutFix > 0 && (
              <p className="playback-foot">
                {withoutFix} {text(WORDS.withoutFix)}
              </p>
            )}
          </div>
          <PlaybackSide
            played={played}
            colours={colours}
            at={play.at}
            units={units}
            stops={stops}
            events={events}
            works={played.some((one) => one.works !== undefined) ? works : null}
            leastMin={leastMin}
            onLeastMin={setLeastMin}
            onPick={pick}
          />
        </div>
      )}
    </ScreenFrame>
  )
}
