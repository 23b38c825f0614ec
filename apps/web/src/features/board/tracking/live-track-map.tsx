import { boardCalls } from '@tanker/contract/endpoints/board'
import type { TruckTrail } from '@tanker/contract/board'
import { MAX_TRACKS } from '@tanker/contract/track'
import { OFFLINE } from '@tanker/domain/trucks/truck-status'
import type { Text } from '@tanker/domain/texts/text'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useId, useMemo, useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { keyOf } from '../../../platform/calls/use-endpoint.ts'
import { seriesColour } from '../../../platform/charts/series-colours.ts'
import { useKeptTruck, useTruckAtFirst } from '../../../platform/feed/looked-at-truck.ts'
import { useConnectionStatus } from '../../../platform/feed/use-connection-status.ts'
import { useTruckChoices } from '../../../platform/feed/use-truck-choices.ts'
import { language, text } from '../../../platform/language.ts'
import { useScreenAddress } from '../../../platform/screen-frame/screen-address.ts'
import '../../../platform/screen-frame/screen-frame.css'
import { ChoiceField } from '../../../platform/ui/choice-field.tsx'
import { ChevronDownIcon, ChevronUpIcon, LocateIcon } from '../../../platform/ui/icons.tsx'
import { useTheme } from '../../../platform/ui/theme.ts'
import { toast } from '../../../platform/ui/toast.ts'
import { readUnits, type Units } from '../../../platform/units.ts'
import { UnitsSwitch } from '../../../platform/units-switch.tsx'
import { useEscape, useLetter } from '../board-keys.ts'
import '../board-map.css'
import { BoardTools } from '../board-tools.tsx'
import { NotLive } from '../board.tsx'
import '../board.css'
import '../truck-card.css'
import { TrackedCard } from './tracked-card.tsx'
import type { Coloured } from './tracked-layers.ts'
import { TrackedMap } from './tracked-map.tsx'
import { readTracking, REFRESHES, type Refresh, searchOf, type TrackingAsked } from './tracking-address.ts'
import './tracking.css'
import { useFollows } from './use-follows.ts'
import { useTracked } from './use-tracked.ts'

const WORDS = {
  title: { zh: '实时跟踪', en: 'Live track map' },
  trucks: { zh: '跟踪车辆', en: 'Followed trucks' },
  choose: { zh: '请选择车辆（最多 4 辆）', en: 'Choose trucks (up to 4)' },
  tooMany: { zh: '一次最多跟踪 4 辆车。', en: 'At most 4 trucks are followed at once.' },
  refresh: { zh: '刷新', en: 'Refresh' },
  live: { zh: '实时', en: 'Live' },
  fold: { zh: '收起卡片', en: 'Fold the cards' },
  unfold: { zh: '展开卡片', en: 'Unfold the cards' },
  all: { zh: '全部车辆保持在地图内（F）', en: 'Keep all trucks in view (F)' },
  none: { zh: '请选择要跟踪的车辆。', en: 'Choose the trucks to follow.' },
  waiting: { zh: '正在连接车队…', en: 'Connecting to the fleet…' },
} as const

const hiddenWords = (count: number): string =>
  text({
    zh: `链接中有 ${count} 辆车不在您可查看的车辆中。`,
    en:
      count === 1
        ? 'A truck of this link is not among those you may see.'
        : `${count} trucks of this link are not among those you may see.`,
  })

const trailRefreshMs = 60_000

const trailsOf = (queries: UseQueryResult<TruckTrail>[]) => queries.map(({ data }) => data)

/** The trails of the trucks as they arrive. */
function useTrails(truckIds: readonly number[]): ReadonlyMap<number, TruckTrail> {
  const trails = useQueries({
    queries: truckIds.map((truckId) => ({
      queryKey: keyOf(boardCalls.trail, { truckId }),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(boardCalls.trail, { truckId }, { purpose: 'poll', signal }),
      refetchInterval: trailRefreshMs,
    })),
    combine: trailsOf,
  })
  return useMemo(
    () =>
      new Map(
        truckIds.flatMap((truckId, index) => {
          const trail = trails[index]
          return trail ? [[truckId, trail] as const] : []
        }),
      ),
    [truckIds, trails],
  )
}

function useTrackingAddress() {
  const { search, ask } = useScreenAddress()
  const atFirst = useTruckAtFirst()
  const asked = useMemo(() => readTracking(search, atFirst), [search, atFirst])
  const key = asked.truckIds.join()
  const truckIds = useMemo(() => (key === '' ? [] : key.split(',').map(Number)), [key])
  useKeptTruck(search['trucks'] === undefined && search['truck'] === undefined ? null : (truckIds[0] ?? null))
  const change = (changed: Partial<TrackingAsked>, replace = true): void => ask(searchOf({ ...asked, ...changed }), { replace })
  return { ...asked, truckIds, change }
}

const refreshWords = (refresh: Refresh): string =>
  refresh === 'live' ? text(WORDS.live) : text({ zh: `${refresh} 秒`, en: `${refresh} s` })

type ControlsProps = {
  readonly asked: Pick<TrackingAsked, 'truckIds' | 'refresh'>
  readonly units: Units
  readonly onChange: (changed: Partial<TrackingAsked>) => void
  readonly onUnits: (units: Units) => void
}

/** Which trucks are followed, how often the map is drawn, and in English the units. */
const Controls = ({ asked, units, onChange, onUnits }: ControlsProps) => {
  const id = useId()
  const { choices, isThere } = useTruckChoices()
  const choose = (truckIds: readonly number[]): void => {
    if (truckIds.length > MAX_TRACKS) toast('warning', text(WORDS.tooMany))
    else onChange({ truckIds })
  }
  return (
    <div className="tracking-controls">
      <ChoiceField<number>
        id={id}
        label={text(WORDS.trucks)}
        choices={choices}
        value={asked.truckIds}
        multiple
        clearable
        namesShown={2}
        placeholder={text(WORDS.choose)}
        onChange={choose}
        loading={!isThere}
      />
      <div className="tracking-switches">
        <div className="switch" role="group" aria-label={text(WORDS.refresh)}>
          {REFRESHES.map((refresh) => (
            <button key={refresh} type="button" aria-pressed={asked.refresh === refresh} onClick={() => onChange({ refresh })}>
              {refreshWords(refresh)}
            </button>
          ))}
        </div>
        {language === 'en' && <UnitsSwitch units={units} onUnits={onUnits} />}
      </div>
    </div>
  )
}

type ToolProps = { readonly words: Text; readonly isPressed?: boolean; readonly onClick: () => void; readonly children: ReactNode }

const Tool = ({ words, isPressed, onClick, children }: ToolProps) => (
  <button type="button" className="board-tool" aria-pressed={isPressed} onClick={onClick} aria-label={text(words)} title={text(words)}>
    {children}
  </button>
)

/** monitor/track_map: up to four trucks followed live on one map. */
export const LiveTrackMap = () => {
  const theme = useTheme()
  const { truckIds, refresh, areFolded, isWall, change } = useTrackingAddress()
  const [units, setUnits] = useState(readUnits)
  const tracked = useTracked(truckIds, refresh)
  const trails = useTrails(truckIds)
  const { follows, follow, letGo, onKey } = useFollows(truckIds)
  const { state: connectionStatus, heardAt } = useConnectionStatus()
  const trucks = useMemo(
    () =>
      (tracked ?? []).map((truck): Coloured => {
        const colour = seriesColour(truckIds.indexOf(truck.truckId))
        return { ...truck, colour, isOffline: truck.status === OFFLINE }
      }),
    [tracked, truckIds],
  )
  const hidden = tracked === null ? 0 : truckIds.length - trucks.length
  useEscape(isWall, () => change({ isWall: false }, false))
  useLetter(truckIds.length > 0, 'f', onKey)

  return (
    <div
      className="cargo tracking"
      data-panel="true"
      data-wall={isWall}
      data-live={connectionStatus === null}
      aria-busy={tracked === null}
      style={{ '--list-width': '320px' } as CSSProperties}
    >
      <h1 className="visually-hidden">{text(WORDS.title)}</h1>
      <section className="tracking-panel panel" aria-label={text(WORDS.trucks)} data-folded={areFolded}>
        {!isWall && <Controls asked={{ truckIds, refresh }} units={units} onChange={change} onUnits={setUnits} />}
        {tracked === null && <p className="fleet-none">{text(WORDS.waiting)}</p>}
        {tracked !== null && truckIds.length === 0 && <p className="fleet-none">{text(WORDS.none)}</p>}
        {hidden > 0 && (
          <p className="tracking-hidden" role="status">
            {hiddenWords(hidden)}
          </p>
        )}
        <div className="tracking-cards">
          {trucks.map((truck) => (
            <TrackedCard
              key={truck.truckId}
              truck={truck}
              units={units}
              isFolded={areFolded}
              isFollowed={follows === truck.truckId}
              onFollow={() => follow(follows === truck.truckId ? 'all' : truck.truckId)}
              onRemove={isWall ? null : () => change({ truckIds: truckIds.filter((truckId) => truckId !== truck.truckId) })}
            />
          ))}
        </div>
      </section>
      <BoardTools
        measured={null}
        isWall={isWall}
        onMeasure={null}
        onWall={() => change({ isWall: !isWall }, false)}
        always={
          <>
            <Tool words={WORDS.all} isPressed={follows === 'all'} onClick={() => follow(follows === 'all' ? null : 'all')}>
              <LocateIcon />
            </Tool>
            <Tool words={areFolded ? WORDS.unfold : WORDS.fold} onClick={() => change({ areFolded: !areFolded })}>
              {areFolded ? <ChevronDownIcon /> : <ChevronUpIcon />}
            </Tool>
          </>
        }
      />
      {connectionStatus !== null && tracked !== null && heardAt !== null && <NotLive heardAt={heardAt} />}
      <TrackedMap
        key={theme}
        theme={theme}
        trucks={trucks}
        trails={trails}
        follows={follows}
        panels={`${isWall} ${areFolded} ${trucks.length}`}
        onLetGo={letGo}
      />
    </div>
  )
}
