import { videoCalls } from '@tanker/contract/endpoints/video'
import type { RecordingKind } from '@tanker/contract/history-video'
import type { VideoChannels } from '@tanker/contract/video'
import { useEffect, useEffectEvent, useId, useMemo } from 'react'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { useKeptTruck, useTruckAtFirst } from '../../platform/feed/looked-at-truck.ts'
import { text } from '../../platform/language.ts'
import { idIn, useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { ScreenFrame } from '../../platform/screen-frame/screen-frame.tsx'
import { TruckSelect } from '../../platform/screen-frame/truck-select.tsx'
import { DayBar, KIND_WORDS } from './day-bar.tsx'
import { beginOf, dayIn, dayName } from './day-clock.ts'
import { PlaybackWindow } from './playback-window.tsx'
import { RecordingsList } from './recordings-list.tsx'
import { SwitchOf } from './switch-of.tsx'
import { channelName, useChannels } from './use-channels.ts'
import { usePlayback } from './use-playback.ts'
import { Traffic } from './video-switches.tsx'
import './history-video.css'

const WORDS = {
  title: { zh: '历史视频', en: 'History video' },
  channel: { zh: '通道', en: 'Channel' },
  day: { zh: '日期', en: 'Day' },
  kind: { zh: '录像类型', en: 'Type' },
  all: { zh: '全部', en: 'All' },
  choose: { zh: '请选择车辆。', en: 'Choose a truck.' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  listing: { zh: '正在向终端查询录像…', en: 'Asking the terminal for its recordings…' },
  again: { zh: '重新查询', en: 'Ask again' },
  none: { zh: '该车没有摄像通道。', en: 'This truck has no camera channel.' },
  notReady: {
    zh: '服务器未启用视频，请管理员设置 VIDEO_HOST。',
    en: 'The server takes no video. An administrator must set VIDEO_HOST.',
  },
  traffic: { zh: '本月视频流量', en: 'Video traffic this month' },
} as const
const KINDS = ['all', 'timed', 'alarm'] as const

/** monitor/history_video: what the recorder of one truck has of a day, and its pictures. */
export const HistoryVideo = () => {
  const { search, ask } = useScreenAddress()
  const atFirst = useTruckAtFirst()
  const truckId = idIn(search, 'truck') ?? atFirst
  useKeptTruck(truckId)
  const dayId = useId()
  const today = dayName(new Date())
  const day = dayIn(search['day'], today)
  const kind = KINDS.find((one) => one === search['kind']) ?? 'all'
  const { trucks, isLoading, failure } = useChannels(truckId === null ? [] : [truckId])
  const truck = trucks[0]
  const channel = truck?.channels.find((one) => String(one.channel) === search['channel']) ?? truck?.channels[0]
  const change = (changed: Record<string, string>): void => ask({ ...search, ...changed }, { replace: true })
  return (
    <ScreenFrame
      title={text(WORDS.title)}
      onSearch={null}
      asksFirst={truckId === null}
      tools={truck && <Traffic truck={truck} />}
      filters={
        <>
          <TruckSelect truckId={truckId} onChange={(chosen) => change({ truck: String(chosen), channel: '1' })} />
          <div className="filter">
            <label htmlFor={dayId}>{text(WORDS.day)}</label>
            <input
              id={dayId}
              type="date"
              className="field"
              max={today}
              value={day}
              onChange={({ target }) => target.value !== '' && change({ day: target.value })}
            />
          </div>
          <SwitchOf
            label={text(WORDS.kind)}
            offered={KINDS}
            value={kind}
            words={(one) => text(one === 'all' ? WORDS.all : KIND_WORDS[one])}
            onChange={(chosen) => change({ kind: chosen })}
          />
          {truck && channel && (
            <SwitchOf
              label={text(WORDS.channel)}
              offered={truck.channels.map((one) => one.channel)}
              value={channel.channel}
              words={(one) => channelName(truck.channels.find((other) => other.channel === one) ?? channel)}
              onChange={(chosen) => change({ channel: String(chosen) })}
            />
          )}
        </>
      }
    >
      {truckId === null ? (
        <p className="waiting">{text(WORDS.choose)}</p>
      ) : truck === undefined ? (
        <p className="waiting">{isLoading ? text(WORDS.loading) : failure}</p>
      ) : !truck.ready ? (
        <p className="live-note">{text(WORDS.notReady)}</p>
      ) : channel === undefined ? (
        <p className="live-note">{text(WORDS.none)}</p>
      ) : (
        <Day key={`${truckId} ${channel.channel} ${day}`} truck={truck} channel={channel} day={day} kind={kind === 'all' ? null : kind} />
      )}
    </ScreenFrame>
  )
}

type DayProps = {
  readonly truck: VideoChannels
  readonly channel: VideoChannels['channels'][number]
  readonly day: string
  readonly kind: RecordingKind | null
}

/** Keys move by so much. */
const stepMs = { usual: 10_000, large: 60_000 } as const

const Day = ({ truck, channel, day, kind }: DayProps) => {
  const { truckId, plate } = truck
  const asked = { truckId, channel: channel.channel, day }
  const { data, error, isFetching, refetch } = useEndpoint(videoCalls.recordings, asked, {
    purpose: 'silent',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const begin = Date.parse(data?.begin ?? '')
  const spans = useMemo(() => (data?.recordings ?? []).map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })), [data])
  const [first, last] = [spans[0], spans.length === 0 ? undefined : Math.max(...spans.map(({ to }) => to))]
  const playable = first === undefined || last === undefined ? null : { truckId, channel: channel.channel, from: first.from, to: last }
  const playback = usePlayback(playable)
  const { time, seek, toggle } = playback
  const place = (at: number): void => {
    const from = beginOf(spans, at)
    if (from !== null) seek(from)
  }
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.target instanceof Element && event.target.closest('button, input, select, textarea, dialog, [role="listbox"]') !== null)
      return
    const step = event.shiftKey ? stepMs.large : stepMs.usual
    if (event.key === ' ') toggle()
    else if (event.key === 'ArrowLeft' && time !== null) seek(time - step)
    else if (event.key === 'ArrowRight' && time !== null) place(time + step)
    else return
    event.preventDefault()
  })
  const canPlay = playable !== null
  useEffect(() => {
    if (!canPlay) return
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [canPlay])
  if (data === undefined)
    return (
      <div className="live-note">
        <p role="status">{isFetching ? text(WORDS.listing) : error?.message}</p>
        {!isFetching && (
          <button type="button" className="button" onClick={() => void refetch()}>
            {text(WORDS.again)}
          </button>
        )}
      </div>
    )
  const shown = data.recordings.filter((one) => kind === null || one.kind === kind)
  return (
    <div className="history">
      <div className="history-player">
        <PlaybackWindow playback={playback} begin={begin} title={`${plate} ${channelName(channel)}`} />
        <DayBar begin={begin} recordings={shown} time={time} onPlace={place} />
      </div>
      <div className="history-side">
        <button type="button" className="button" disabled={isFetching} onClick={() => void refetch()}>
          {text(isFetching ? WORDS.listing : WORDS.again)}
        </button>
        <RecordingsList begin={begin} recordings={shown} isCut={data.isCut} time={time} onPlay={seek} />
      </div>
    </div>
  )
}
