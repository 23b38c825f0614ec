import { OFFLINE, TRUCK_STATUSES } from '@tanker/domain/trucks/truck-status'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { fleetStore } from '../../platform/feed/fleet-store.ts'
import { text } from '../../platform/language.ts'
import { trucksIn, useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { ScreenFrame } from '../../platform/screen-frame/screen-frame.tsx'
import { cellsAtTurn, goesRound } from './carousel-turn.ts'
import { EmptyWindow, LiveWindow, WindowGrid } from './live-window.tsx'
import { SwitchOf } from './switch-of.tsx'
import { channelName, useChannels } from './use-channels.ts'
import { type Cell, cellName, cellsIn, isSameCell, MAX_LIVE_WINDOWS, numberIn } from './video-address.ts'
import { WatchedTrucks } from './watched-trucks.tsx'
import { WindowsSwitch } from './video-switches.tsx'
import './video.css'

const WORDS = {
  title: { zh: '监控轮播', en: 'Monitor carousel' },
  dwell: { zh: '停留', en: 'Dwell' },
  pause: { zh: '暂停', en: 'Pause' },
  resume: { zh: '继续', en: 'Resume' },
  pin: { zh: '固定', en: 'Pin' },
  pinned: { zh: '已固定', en: 'Pinned' },
  none: { zh: '请选择要轮播的车辆。', en: 'Choose the trucks whose cameras go round.' },
  allOffline: { zh: '所选车辆均不在线，上线后自动播放。', en: 'None of the trucks is online. They play as soon as one is.' },
  free: { zh: '空闲窗口', en: 'Free' },
} as const

const WINDOWS = [4, 1, 6, 8] as const
const OFFERED = [1, 4, 6, 8] as const
const DWELLS = [15, 10, 20, 30, 60] as const
const OFFERED_DWELLS = [10, 15, 20, 30, 60] as const
const MAX_CAROUSEL_TRUCKS = 40
/** The choice made on this computer last, where the address says nothing. */
const KEPT_AS = 'video-carousel'

const skippedWords = (count: number): string =>
  text({ zh: `${count} 辆离线车辆已跳过`, en: count === 1 ? '1 offline truck is skipped' : `${count} offline trucks are skipped` })
const secondsWords = (seconds: number): string => text({ zh: `${seconds} 秒`, en: `${seconds} s` })

function useCarouselAddress() {
  const { search: named, ask } = useScreenAddress()
  const kept = useMemo(() => Object.fromEntries(new URLSearchParams(localStorage.getItem(KEPT_AS) ?? '')), [])
  const search = named['trucks'] === undefined ? { ...kept, ...named } : named
  return {
    truckIds: trucksIn(search, MAX_CAROUSEL_TRUCKS),
    pinned: cellsIn(search, 'pinned', MAX_LIVE_WINDOWS),
    windows: numberIn(search, 'windows', WINDOWS, 4),
    dwellS: numberIn(search, 'dwell', DWELLS, 15),
    change: (changed: Record<string, string>): void => {
      const next = { ...search, ...changed }
      localStorage.setItem(KEPT_AS, new URLSearchParams(next).toString())
      ask(next, { replace: true })
    },
  }
}

/** The trucks of which the fleet has heard nothing of late. */
function useOffline(truckIds: readonly number[]): ReadonlySet<number> {
  const offline = useSyncExternalStore(
    (changed) => fleetStore.listen(changed),
    () => truckIds.filter((truckId) => statusOf(truckId) === OFFLINE).join(),
  )
  return useMemo(() => new Set(offline === '' ? [] : offline.split(',').map(Number)), [offline])
}

function statusOf(truckId: number): number {
  const position = fleetStore.positionOf(truckId)
  return position === undefined ? OFFLINE : (fleetStore.fleet?.status[position] ?? OFFLINE)
}

const statusWords = (status: number): string => {
  const known = TRUCK_STATUSES.find(({ code }) => code === status)
  return known ? text(known.text) : ''
}

/** Speed and state of the truck, as the fleet has them. */
const TruckFacts = ({ truckId }: { readonly truckId: number }) => {
  const facts = useSyncExternalStore(
    (changed) => fleetStore.listen(changed),
    () => {
      const position = fleetStore.positionOf(truckId)
      return `${Math.round(position === undefined ? 0 : (fleetStore.fleet?.speed[position] ?? 0))} km/h · ${statusWords(statusOf(truckId))}`
    },
  )
  return <>{facts}</>
}

/** Counts the turns while it is not paused. */
function useTurns(dwellS: number, isPaused: boolean): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (isPaused) return
    const timer = setInterval(() => setTurn((before) => before + 1), dwellS * 1_000)
    return () => clearInterval(timer)
  }, [dwellS, isPaused])
  return turn
}

/** monitor/full_video: the cameras of chosen trucks go round in up to eight windows. */
export const MonitorCarousel = () => {
  const { truckIds, pinned, windows, dwellS, change } = useCarouselAddress()
  const { trucks, failure } = useChannels(truckIds)
  const unheard = useOffline(truckIds)
  // A terminal that has only just connected has not reported yet.
  const away = trucks.filter(({ truckId, online }) => !online && unheard.has(truckId))
  const [isPaused, setPaused] = useState(false)
  const turn = useTurns(dwellS, isPaused)
  const all = trucks
    .filter((truck) => !away.includes(truck))
    .flatMap(({ truckId, channels }) => channels.map(({ channel }): Cell => ({ truckId, channel })))
  const shown = cellsAtTurn(all, pinned, windows, turn)
  const isPinned = (cell: Cell): boolean => pinned.some((one) => isSameCell(one, cell))
  const pin = (cell: Cell): void =>
    change({ pinned: (isPinned(cell) ? pinned.filter((one) => !isSameCell(one, cell)) : [...pinned, cell]).map(cellName).join(',') })
  return (
    <ScreenFrame
      title={text(WORDS.title)}
      onSearch={null}
      asksFirst={truckIds.length === 0}
      tools={
        <button
          type="button"
          className="button"
          aria-pressed={isPaused}
          disabled={!goesRound(all, windows)}
          onClick={() => setPaused(!isPaused)}
        >
          {text(isPaused ? WORDS.resume : WORDS.pause)}
        </button>
      }
      filters={
        <>
          <WatchedTrucks most={MAX_CAROUSEL_TRUCKS} truckIds={truckIds} onChange={(chosen) => change({ trucks: chosen.join(',') })} />
          <WindowsSwitch offered={OFFERED} value={windows} onChange={change} />
          <SwitchOf
            label={text(WORDS.dwell)}
            offered={OFFERED_DWELLS}
            value={dwellS}
            words={secondsWords}
            onChange={(one) => change({ dwell: String(one) })}
          />
        </>
      }
    >
      {truckIds.length === 0 ? (
        <p className="waiting">{text(WORDS.none)}</p>
      ) : (
        <>
          {failure !== null && <p className="live-note">{failure}</p>}
          {away.length > 0 && (
            <p className="live-note" role="status">
              {away.length === truckIds.length ? text(WORDS.allOffline) : skippedWords(away.length)}
            </p>
          )}
          <WindowGrid windows={windows}>
            {shown.map((cell) => {
              const truck = trucks.find(({ truckId }) => truckId === cell.truckId)
              const channel = truck?.channels.find((one) => one.channel === cell.channel)
              return (
                <LiveWindow
                  key={cellName(cell)}
                  source={{ ...cell, stream: 'sub' }}
                  title={`${truck?.plate ?? ''} ${channel ? channelName(channel) : ''}`.trim()}
                  overlay={<TruckFacts truckId={cell.truckId} />}
                  tools={
                    <button type="button" className="live-pin" aria-pressed={isPinned(cell)} onClick={() => pin(cell)}>
                      {text(isPinned(cell) ? WORDS.pinned : WORDS.pin)}
                    </button>
                  }
                />
              )
            })}
            {Array.from({ length: windows - shown.length }, (_, at) => (
              <EmptyWindow key={`free ${at}`} words={text(WORDS.free)} />
            ))}
          </WindowGrid>
        </>
      )}
    </ScreenFrame>
  )
}
