import { text } from '../../platform/language.ts'
import { trucksIn, useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { ScreenFrame } from '../../platform/screen-frame/screen-frame.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { EmptyWindow, LiveWindow, WindowGrid } from './live-window.tsx'
import { channelName, trafficWords, useChannels } from './use-channels.ts'
import { type Cell, cellName, cellsIn, isSameCell, MAX_LIVE_WINDOWS, numberIn, streamIn } from './video-address.ts'
import { WatchedTrucks } from './watched-trucks.tsx'
import { StreamSwitch, WindowsSwitch } from './video-switches.tsx'
import './video.css'

const WORDS = {
  title: { zh: '视频监控', en: 'Video monitor' },
  chooseFirst: { zh: '请先选择车辆', en: 'Choose trucks first' },
  free: { zh: '空闲窗口：点击上方通道打开', en: 'Free: open a channel from above' },
  full: { zh: '窗口已满，请先关闭一个画面或增加窗口数。', en: 'All windows are in use. Close one, or show more windows.' },
  offline: { zh: '离线', en: 'offline' },
  all: { zh: '全部通道', en: 'All channels' },
} as const

const WINDOWS = [4, 1, 2, 6, 8] as const
const OFFERED = [1, 2, 4, 6, 8] as const
const MAX_WATCHED_TRUCKS = 8

function useMonitorAddress() {
  const { search, ask } = useScreenAddress()
  const windows = numberIn(search, 'windows', WINDOWS, 4)
  const truckIds = trucksIn(search, MAX_WATCHED_TRUCKS)
  return {
    truckIds,
    // A window is of a chosen truck: one that is no longer chosen closes its windows.
    cells: cellsIn(search, 'cells', MAX_LIVE_WINDOWS).filter(({ truckId }) => truckIds.includes(truckId)),
    windows,
    stream: streamIn(search),
    change: (changed: Record<string, string>): void => ask({ ...search, ...changed }, { replace: true }),
  }
}

/** monitor/video_monitor: up to eight windows with channels of any trucks. */
export const VideoMonitor = () => {
  const { truckIds, cells, windows, stream, change } = useMonitorAddress()
  const { trucks, failure } = useChannels(truckIds)
  const put = (next: readonly Cell[]): void => change({ cells: next.map(cellName).join(',') })
  const toggle = (cell: Cell): void => {
    if (cells.some((one) => isSameCell(one, cell))) put(cells.filter((one) => !isSameCell(one, cell)))
    else if (cells.length >= windows) toast('warning', text(WORDS.full))
    else put([...cells, cell])
  }
  const openAll = (truckId: number): void => {
    const channels = trucks.find((truck) => truck.truckId === truckId)?.channels ?? []
    const more = channels.map(({ channel }) => ({ truckId, channel })).filter((cell) => !cells.some((one) => isSameCell(one, cell)))
    const room = more.slice(0, Math.max(0, windows - cells.length))
    if (room.length < more.length) toast('warning', text(WORDS.full))
    if (room.length > 0) put([...cells, ...room])
  }
  const titleOf = (cell: Cell): string => {
    const truck = trucks.find(({ truckId }) => truckId === cell.truckId)
    const channel = truck?.channels.find((one) => one.channel === cell.channel)
    return `${truck?.plate ?? ''} ${channel ? channelName(channel) : cell.channel}`.trim()
  }
  const shown = cells.slice(0, windows)
  return (
    <ScreenFrame
      title={text(WORDS.title)}
      onSearch={null}
      asksFirst={truckIds.length === 0}
      filters={
        <>
          <WatchedTrucks most={MAX_WATCHED_TRUCKS} truckIds={truckIds} onChange={(chosen) => change({ trucks: chosen.join(',') })} />
          <WindowsSwitch offered={OFFERED} value={windows} onChange={change} />
          <StreamSwitch value={stream} onChange={change} />
        </>
      }
    >
      {failure !== null && <p className="live-note">{failure}</p>}
      <div className="live-chooser">
        {trucks.map((truck) => (
          <ul key={truck.truckId} aria-label={truck.plate}>
            <li>
              <b>{truck.plate}</b>{' '}
              <span className="live-traffic">{truck.online ? trafficWords(truck.trafficBytes) : text(WORDS.offline)}</span>
            </li>
            {truck.channels.map((channel) => {
              const cell = { truckId: truck.truckId, channel: channel.channel }
              return (
                <li key={channel.channel}>
                  <button type="button" aria-pressed={cells.some((one) => isSameCell(one, cell))} onClick={() => toggle(cell)}>
                    {channelName(channel)}
                  </button>
                </li>
              )
            })}
            {truck.channels.length > 1 && (
              <li>
                <button type="button" className="button" onClick={() => openAll(truck.truckId)}>
                  {text(WORDS.all)}
                </button>
              </li>
            )}
          </ul>
        ))}
      </div>
      <WindowGrid windows={windows}>
        {shown.map((cell) => (
          <LiveWindow key={cellName(cell)} source={{ ...cell, stream }} title={titleOf(cell)} onClose={() => toggle(cell)} />
        ))}
        {Array.from({ length: windows - shown.length }, (_, at) => (
          <EmptyWindow key={`free ${at}`} words={text(truckIds.length === 0 ? WORDS.chooseFirst : WORDS.free)} />
        ))}
      </WindowGrid>
    </ScreenFrame>
  )
}
