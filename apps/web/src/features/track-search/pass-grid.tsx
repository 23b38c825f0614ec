import type { TrackPass, TrackPasses } from '@tanker/contract/track-search'
import { MAX_PASSES } from '@tanker/contract/track-search'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { BoardLink, hasScreen } from '../../platform/account/board-link.tsx'
import { text } from '../../platform/language.ts'
import { shownDecimal, shownDuration, shownTime, shownWhole } from '../../platform/shown-values.ts'
import { DataGrid, type GridColumn } from '../../platform/ui/data-grid.tsx'
import { playbackOf } from './search-address.ts'

const WORDS = {
  passes: { zh: '经过记录', en: 'Passes' },
  play: { zh: '轨迹', en: 'Track' },
  replay: { zh: '回放', en: 'Play back' },
  plate: { zh: '车牌号', en: 'Plate' },
  organisation: { zh: '组织', en: 'Organisation' },
  entered: { zh: '进入时间', en: 'Entered' },
  left: { zh: '离开时间', en: 'Left' },
  stayed: { zh: '停留时长', en: 'Stayed' },
  enterKmh: { zh: '进入速度 (km/h)', en: 'Entry speed (km/h)' },
  maxKmh: { zh: '最高速度 (km/h)', en: 'Top speed (km/h)' },
  known: { zh: '此前已在区域内，或此前没有定位', en: 'Was inside before, or had no positions before' },
  inside: { zh: '仍在区域内', en: 'Still inside' },
  silent: { zh: '此后没有定位', en: 'No positions after this' },
} as const

const PLAYBACK = 'monitor/playback_track'
const keyOf = ({ truckId, enteredAt }: TrackPass): string => `${truckId} ${enteredAt}`

/** A time that is not that of the border says so. */
const Approximate = ({ at, before, why }: { readonly at: string; readonly before: '≤ ' | '≥ '; readonly why: string }) => (
  <span title={why}>
    {before}
    {shownTime(at)}
    <span className="visually-hidden">, {why}</span>
  </span>
)

const columnsOf = (): readonly GridColumn<TrackPass>[] => [
  ...(hasScreen(PLAYBACK)
    ? [
        {
          key: 'play',
          title: text(WORDS.play),
          widthPx: 84,
          cell: (pass: TrackPass) => (
            <Link to={`/${PLAYBACK}`} search={playbackOf(pass)} tabIndex={-1}>
              {text(WORDS.replay)}
            </Link>
          ),
        },
      ]
    : []),
  {
    key: 'plate',
    title: text(WORDS.plate),
    widthPx: 100,
    cell: ({ truckId, signCode }) => (
      <BoardLink search={{ truck: String(truckId) }} tabIndex={-1}>
        {signCode}
      </BoardLink>
    ),
  },
  {
    key: 'entered',
    title: text(WORDS.entered),
    widthPx: 164,
    cell: ({ enteredAt, cameIn }) => (cameIn ? shownTime(enteredAt) : <Approximate at={enteredAt} before="≤ " why={text(WORDS.known)} />),
  },
  {
    key: 'left',
    title: text(WORDS.left),
    widthPx: 164,
    cell: ({ leftAt, wentOut, isInside }) =>
      isInside ? (
        <b>{text(WORDS.inside)}</b>
      ) : wentOut ? (
        shownTime(leftAt)
      ) : (
        <Approximate at={leftAt} before="≥ " why={text(WORDS.silent)} />
      ),
  },
  {
    key: 'stayed',
    title: text(WORDS.stayed),
    widthPx: 110,
    align: 'end',
    cell: ({ enteredAt, leftAt }) => shownDuration(Date.parse(leftAt) - Date.parse(enteredAt)),
  },
  { key: 'enterKmh', title: text(WORDS.enterKmh), widthPx: 128, align: 'end', cell: ({ enterKmh }) => shownDecimal(enterKmh, 1) },
  { key: 'maxKmh', title: text(WORDS.maxKmh), widthPx: 128, align: 'end', cell: ({ maxKmh }) => shownDecimal(maxKmh, 1) },
  {
    key: 'organisation',
    title: text(WORDS.organisation),
    widthPx: 140,
    grows: true,
    cell: ({ organisationName }) => <span title={organisationName}>{organisationName}</span>,
  },
]

const foundText = ({ passes, more }: TrackPasses): string => {
  const trucks = shownWhole(new Set(passes.map(({ truckId }) => truckId)).size)
  const count = shownWhole(passes.length)
  return more
    ? text({
        zh: `仅显示最近 ${MAX_PASSES} 次经过（${trucks} 辆车），请缩小区域、时间或车辆范围。`,
        en: `Only the newest ${MAX_PASSES} passes are shown (trucks: ${trucks}). Please narrow area, period or trucks.`,
      })
    : text({ zh: `${trucks} 辆车，${count} 次经过`, en: `Trucks: ${trucks}, passes: ${count}` })
}

const cutText = (searchedFrom: string): string =>
  text({
    zh: `区域内定位过多，仅查询了 ${shownTime(searchedFrom)} 之后的轨迹，请缩小区域、时间或车辆范围。`,
    en: `Too many positions in this area: only tracks from ${shownTime(searchedFrom)} on were searched. Please narrow area, period or trucks.`,
  })

type PassGridProps = {
  readonly found: TrackPasses | undefined
  /** Start of the asked period. */
  readonly from: string
  readonly busy: boolean
  readonly empty: ReactNode
}

/** The passes that were found, and what was left out of them. */
export const PassGrid = ({ found, from, busy, empty }: PassGridProps) => {
  const columns = useMemo(() => columnsOf(), [])
  return (
    <div className="search-passes">
      <div role="status" className="search-found">
        {found && <p>{foundText(found)}</p>}
        {found && Date.parse(found.searchedFrom) > Date.parse(from) && <p>{cutText(found.searchedFrom)}</p>}
      </div>
      <DataGrid label={text(WORDS.passes)} columns={columns} rows={found?.passes ?? []} rowKey={keyOf} busy={busy} empty={empty} />
    </div>
  )
}
