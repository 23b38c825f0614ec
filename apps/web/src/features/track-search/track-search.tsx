import { trackSearchCalls } from '@tanker/contract/endpoints/track-search'
import { useEffect, useId, useMemo, useState } from 'react'
import { FenceDrawing } from '../../base-data/fence-drawing.tsx'
import { CallError } from '../../platform/calls/call.ts'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { firstPeriod } from '../../platform/screen-frame/filter-values.ts'
import { useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { ScreenFrame } from '../../platform/screen-frame/screen-frame.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { PassGrid } from './pass-grid.tsx'
import { readSearch, type Search, searchOf } from './search-address.ts'
import { PERIOD, SearchFilters } from './search-filters.tsx'
import './track-search.css'

const WORDS = {
  title: { zh: '轨迹查询', en: 'Track search' },
  area: { zh: '查询区域', en: 'Area to search' },
  noArea: { zh: '请在地图上绘制区域，或选择围栏', en: 'Please draw an area on the map, or choose a fence' },
  first: {
    zh: '在地图上绘制区域或选择围栏，再点击“查询”，即可查看哪些车辆何时经过。',
    en: 'Draw an area on the map or choose a fence, then search: which trucks were there, and when.',
  },
  loading: { zh: '正在查询…', en: 'Searching…' },
  none: { zh: '该时段没有车辆经过此区域', en: 'No truck was in this area during the period' },
  failed: { zh: '查询失败，请重试', en: 'The search failed, please try again' },
  again: { zh: '重试', en: 'Try again' },
  gone: { zh: '该围栏已不存在或未生效，请选择其他围栏', en: 'This fence no longer exists or is not in force. Please choose another one' },
} as const

const TOOLS = ['circle', 'rectangle', 'polygon'] as const

/** What the address asks for, with the shape of its fence, and how another search is asked. */
function useSearchAddress() {
  const { search, ask } = useScreenAddress()
  const fences = useEndpoint(trackSearchCalls.fences, null, { staleTime: 60_000 }).data
  const asked = useMemo((): Search => {
    const now = new Date()
    return readSearch(search, firstPeriod(PERIOD, new Date(now.getFullYear(), now.getMonth(), now.getDate())))
  }, [search])
  const areaOf = ({ fenceId, area }: Search): string => (fenceId === null ? area : (fences?.find(({ id }) => id === fenceId)?.area ?? ''))
  return { asked, fences, areaOf, ask: (typed: Search) => ask(searchOf(typed)) }
}

/** monitor/track_search: which trucks were in an area, and when. */
export const TrackSearch = () => {
  const id = useId()
  const { asked, fences, areaOf, ask } = useSearchAddress()
  const [typed, setTyped] = useState(asked)
  useEffect(() => setTyped(asked), [asked])
  const area = areaOf(asked)
  const { data, error, isFetching, refetch } = useEndpoint(
    trackSearchCalls.passes,
    { area, ...asked.period, ...asked.scope },
    { purpose: 'silent', enabled: area !== '', gcTime: 0 },
  )
  const found = area === '' ? undefined : data
  const stops = useMemo(
    () => (found?.passes ?? []).map(({ enteredAtPlace: { lng, lat } }) => ({ at: [lng, lat] as const, outside: false })),
    [found],
  )

  const search = (): void => {
    if (areaOf(typed) === '') return void toast('warning', text(typed.fenceId === null || !fences ? WORDS.noArea : WORDS.gone))
    if (JSON.stringify(searchOf(typed)) === JSON.stringify(searchOf(asked))) void refetch()
    else ask(typed)
  }
  const isGone = asked.fenceId !== null && fences !== undefined && area === ''

  return (
    <ScreenFrame title={text(WORDS.title)} onSearch={search} filters={<SearchFilters fences={fences} typed={typed} onType={setTyped} />}>
      <div className="track-search">
        <section className="search-area" aria-label={text(WORDS.area)}>
          <FenceDrawing
            id={id}
            value={areaOf(typed)}
            tools={TOOLS}
            near={null}
            isWrong={false}
            stops={stops}
            onChange={(drawn) => setTyped({ ...typed, fenceId: null, area: drawn })}
          />
        </section>
        <PassGrid
          found={found}
          from={asked.period.from}
          busy={isFetching}
          empty={
            error ? (
              <>
                <p>{error instanceof CallError && error.outcome === 'refused' ? error.message : text(WORDS.failed)}</p>
                <button type="button" className="button" tabIndex={-1} onClick={() => void refetch()}>
                  {text(WORDS.again)}
                </button>
              </>
            ) : (
              text(isGone ? WORDS.gone : area === '' ? WORDS.first : isFetching ? WORDS.loading : WORDS.none)
            )
          }
        />
      </div>
    </ScreenFrame>
  )
}
