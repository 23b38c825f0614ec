import { useState } from 'react'
import type { VideoChannels } from '@tanker/contract/video'
import { useKeptTruck, useTruckAtFirst } from '../../platform/feed/looked-at-truck.ts'
import { text } from '../../platform/language.ts'
import { idIn, useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { ScreenFrame } from '../../platform/screen-frame/screen-frame.tsx'
import { TruckSelect } from '../../platform/screen-frame/truck-select.tsx'
import { EmptyWindow, LiveWindow, WindowGrid } from './live-window.tsx'
import { channelName, useChannels } from './use-channels.ts'
import { useIdle } from './use-idle.ts'
import { numberIn, streamIn } from './video-address.ts'
import { StreamSwitch, Traffic, WindowsSwitch } from './video-switches.tsx'
import './video.css'

const WORDS = {
  title: { zh: '实时视频', en: 'Live video' },
  choose: { zh: '请选择车辆。', en: 'Choose a truck.' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  none: { zh: '该车没有摄像通道。', en: 'This truck has no camera channel.' },
  notReady: {
    zh: '服务器未启用实时视频，请管理员设置 VIDEO_HOST。',
    en: 'The server takes no live video. An administrator must set VIDEO_HOST.',
  },
  offline: { zh: '车辆不在线，视频无法打开。', en: 'The truck is offline; its video cannot be opened.' },
  empty: { zh: '无通道', en: 'No channel' },
  channel: { zh: '通道', en: 'Channel' },
  closed: { zh: '5 分钟没有操作，视频已关闭以节省流量。', en: 'Closed after five minutes without use, to save traffic.' },
  again: { zh: '继续观看', en: 'Watch again' },
  retry: { zh: '重试', en: 'Try again' },
  stay: { zh: '继续观看', en: 'Stay' },
} as const

const WINDOWS = [1, 4, 8] as const
const STREAMS = ['sub', 'main'] as const

const leftWords = (seconds: number): string =>
  text({ zh: `无操作，${seconds} 秒后关闭视频。`, en: `Not used: the video closes in ${seconds} s.` })

/** monitor/real_video: the cameras of one truck at a glance; closes itself when it is not used. */
export const RealVideo = () => {
  const { search, ask } = useScreenAddress()
  const atFirst = useTruckAtFirst()
  const truckId = idIn(search, 'truck') ?? atFirst
  useKeptTruck(truckId)
  const windows = numberIn(search, 'windows', WINDOWS, 4)
  const stream = streamIn(search)
  const { trucks, isLoading, failure } = useChannels(truckId === null ? [] : [truckId])
  const truck = trucks[0]
  const idle = useIdle(truckId !== null)
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
          <WindowsSwitch offered={WINDOWS} value={windows} onChange={change} />
          <StreamSwitch value={stream} onChange={change} />
        </>
      }
    >
      {truckId === null ? (
        <p className="waiting">{text(WORDS.choose)}</p>
      ) : truck === undefined ? (
        <p className="waiting">{isLoading ? text(WORDS.loading) : failure}</p>
      ) : idle.isOver ? (
        <div className="live-note">
          <p role="status">{text(WORDS.closed)}</p>
          <button type="button" className="button button-primary" onClick={idle.stay}>
            {text(WORDS.again)}
          </button>
        </div>
      ) : (
        <>
          {idle.leftS !== null && (
            <p className="live-note" role="alert">
              {leftWords(idle.leftS)}{' '}
              <button type="button" className="button" onClick={idle.stay}>
                {text(WORDS.stay)}
              </button>
            </p>
          )}
          <Windows
            truck={truck}
            windows={windows}
            stream={stream}
            first={Number(search['channel'] ?? 1)}
            onFirst={(channel) => change({ channel: String(channel) })}
          />
        </>
      )}
    </ScreenFrame>
  )
}

type WindowsProps = {
  readonly truck: VideoChannels
  readonly windows: (typeof WINDOWS)[number]
  readonly stream: (typeof STREAMS)[number]
  /** The channel of a single window. */
  readonly first: number
  readonly onFirst: (channel: number) => void
}

const Windows = ({ truck, windows, stream, first, onFirst }: WindowsProps) => {
  const { truckId, plate, channels } = truck
  // A truck that comes online while the screen is open is opened by the minute's question.
  const [openedOffline, setOpenedOffline] = useState(false)
  if (!truck.ready) return <p className="live-note">{text(WORDS.notReady)}</p>
  if (channels.length === 0) return <p className="live-note">{text(WORDS.none)}</p>
  if (!truck.online && !openedOffline)
    return (
      <div className="live-note">
        <p role="status">{text(WORDS.offline)}</p>
        <button type="button" className="button" onClick={() => setOpenedOffline(true)}>
          {text(WORDS.retry)}
        </button>
      </div>
    )
  const shown = windows === 1 ? channels.filter(({ channel }) => channel === first).slice(0, 1) : channels.slice(0, windows)
  const empty = windows === 1 ? 0 : Math.max(0, windows - shown.length)
  return (
    <>
      {windows === 1 && (
        <div className="live-chooser">
          <ul aria-label={text(WORDS.channel)}>
            {channels.map((one) => (
              <li key={one.channel}>
                <button type="button" aria-pressed={one.channel === first} onClick={() => onFirst(one.channel)}>
                  {channelName(one)}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <WindowGrid windows={windows}>
        {shown.map((one) => (
          <LiveWindow key={one.channel} source={{ truckId, channel: one.channel, stream }} title={`${plate} ${channelName(one)}`} />
        ))}
        {Array.from({ length: empty }, (_, at) => (
          <EmptyWindow key={`empty ${at}`} words={text(WORDS.empty)} />
        ))}
      </WindowGrid>
    </>
  )
}
