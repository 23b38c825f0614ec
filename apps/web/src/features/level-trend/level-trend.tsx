import { MAX_LEVEL_TREND_DAYS, type LedgerEntry } from '@tanker/contract/level-trend'
import type { FilterKind, FilterValue } from '@tanker/contract/report-view'
import { useEffect, useMemo, useState } from 'react'
import { text } from '../../platform/language.ts'
import { FilterField } from '../../report/filters.tsx'
import { useKeptTruck, useTruckAtFirst } from '../../platform/feed/looked-at-truck.ts'
import { ownFilter } from '../../platform/screen-frame/own-filter.ts'
import { idIn, useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { ScreenFrame } from '../../platform/screen-frame/screen-frame.tsx'
import { TruckSelect } from '../../platform/screen-frame/truck-select.tsx'
import { MomentField } from '../../platform/ui/period-field.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { TREND_QUANTITIES, type TrendQuantity } from './curves.ts'
import './level-trend.css'
import { LitreLedgerPanel } from './litre-ledger.tsx'
import { TrendCurves } from './trend-curves.tsx'
import { QUANTITY_TEXTS } from './trend-options.ts'
import { readAsked, readCompareFrom, searchOf, type TrendAsked, type TypedTrend, useLedger, useTrend, type Window } from './trend-query.ts'

const WORDS = {
  title: { zh: '液位趋势', en: 'Level trend' },
  period: { zh: '时间', en: 'Period' },
  compartments: { zh: '仓', en: 'Compartments' },
  compare: { zh: '对比起始时间', en: 'Compare from' },
  curves: { zh: '曲线', en: 'Curves' },
  ledger: { zh: '油量台账', en: 'Litre ledger' },
  views: { zh: '显示内容', en: 'Show' },
  quantities: { zh: '曲线内容', en: 'Curves of' },
  chooseTruck: { zh: '请选择车辆', en: 'Please choose a truck' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '数据加载失败，请重试', en: 'The readings could not be loaded, please try again' },
  again: { zh: '重试', en: 'Try again' },
} as const

const PERIOD = ownFilter('period', 'period', WORDS.period, { maxDays: MAX_LEVEL_TREND_DAYS })
const COMPARTMENTS = ownFilter('compartments', 'compartment', WORDS.compartments)
const AROUND_ENTRY_MS = 300_000

/** The same truck over as long a time from another moment on, laid over what is asked. */
function useCompared(wanted: TrendAsked | null, compareFrom: number | null) {
  const period =
    wanted !== null && compareFrom !== null ? { ...wanted, from: compareFrom, to: compareFrom + wanted.to - wanted.from } : null
  const trend = useTrend(period).data
  const shiftMs = wanted !== null && compareFrom !== null ? wanted.from - compareFrom : null
  return useMemo(() => (trend && shiftMs !== null ? { trend, shiftMs } : null), [trend, shiftMs])
}

/** What the address asks for, with a truck at first where it names none, which is kept as the one looked at. */
function useTrendAddress() {
  const { search, ask: askScreen } = useScreenAddress()
  const atFirst = useTruckAtFirst()
  // Without a period in the address the last day up to now is meant: not a new one with every drawing.
  const address = useMemo(() => {
    const asked = readAsked(search, Date.now(), atFirst)
    return { asked, compareFrom: readCompareFrom(search) }
  }, [search, atFirst])
  useKeptTruck(idIn(search, 'truck'))
  return { address, askScreen }
}

/** cargo_monitor/event_report/level_trend: what a truck's tanks held over some days, what happened, and where every litre went. */
export const LevelTrend = () => {
  const { address, askScreen } = useTrendAddress()
  const { asked, compareFrom } = address
  const wanted: TrendAsked | null = asked.truckId === null ? null : asked
  const [typed, setTyped] = useState<TypedTrend>({ compartments: [], ...asked, compareFrom })
  const [quantities, setQuantities] = useState<readonly TrendQuantity[]>(['volumeL', 'speedKmh'])
  const [showsLedger, setShowsLedger] = useState(false)
  const [shown, setShown] = useState<Window>(asked)

  useEffect(() => {
    setTyped({ compartments: [], ...address.asked, compareFrom: address.compareFrom })
    setShown({ from: address.asked.from, to: address.asked.to })
  }, [address])

  const trend = useTrend(wanted)
  const compared = useCompared(wanted, compareFrom)
  const ledger = useLedger(showsLedger ? wanted : null)

  const ask = (next: TypedTrend): void => {
    if (next.truckId === null) return void toast('warning', text(WORDS.chooseTruck)) // spec 5.4
    askScreen(searchOf(next))
    void trend.refetch()
  }

  const toggle = (quantity: TrendQuantity): void => {
    const next = TREND_QUANTITIES.filter((one) => (one === quantity) !== quantities.includes(one))
    if (next.length > 0) setQuantities(next)
  }

  const openEntry = ({ from, to }: LedgerEntry): void => {
    setShowsLedger(false)
    if (!quantities.includes('v20L')) setQuantities(TREND_QUANTITIES.filter((one) => one === 'v20L' || quantities.includes(one)))
    setShown({
      from: Math.max(asked.from, Date.parse(from) - AROUND_ENTRY_MS),
      to: Math.min(asked.to, Date.parse(to) + AROUND_ENTRY_MS),
    })
  }

  const failed = (again: () => void) => (
    <div className="waiting" role="alert">
      <p>{text(WORDS.failed)}</p>
      <button type="button" className="button" onClick={again}>
        {text(WORDS.again)}
      </button>
    </div>
  )

  return (
    <ScreenFrame
      title={text(WORDS.title)}
      onSearch={() => ask(typed)}
      asksFirst={wanted === null}
      tools={
        <div className="switch" role="group" aria-label={text(WORDS.views)}>
          <button type="button" aria-pressed={!showsLedger} onClick={() => setShowsLedger(false)}>
            {text(WORDS.curves)}
          </button>
          <button type="button" aria-pressed={showsLedger} onClick={() => setShowsLedger(true)}>
            {text(WORDS.ledger)}
          </button>
        </div>
      }
      filters={
        <>
          <TruckSelect truckId={typed.truckId} onChange={(truckId) => ask({ ...typed, truckId })} />
          <FilterField
            filter={PERIOD}
            value={{ from: new Date(typed.from).toISOString(), to: new Date(typed.to).toISOString() }}
            onChange={(value: FilterValue<FilterKind> | undefined) => {
              const period = value as FilterValue<'period'> | undefined
              if (period) setTyped({ ...typed, from: Date.parse(period.from), to: Date.parse(period.to) })
            }}
          />
          <FilterField
            filter={COMPARTMENTS}
            value={[...typed.compartments]}
            onChange={(value: FilterValue<FilterKind> | undefined) =>
              setTyped({ ...typed, compartments: (value as number[] | undefined) ?? [] })
            }
          />
          <div className="filter">
            <label htmlFor="filter-compare">{text(WORDS.compare)}</label>
            <MomentField
              id="filter-compare"
              className="filter-moment"
              label={text(WORDS.compare)}
              value={typed.compareFrom}
              onChange={(compareFrom) => setTyped({ ...typed, compareFrom })}
            />
          </div>
        </>
      }
    >
      {!showsLedger && (
        <div className="trend-quantities" role="group" aria-label={text(WORDS.quantities)}>
          {TREND_QUANTITIES.map((quantity) => (
            <button key={quantity} type="button" aria-pressed={quantities.includes(quantity)} onClick={() => toggle(quantity)}>
              {text(QUANTITY_TEXTS[quantity].name)}
            </button>
          ))}
        </div>
      )}
      {wanted === null ? (
        <p className="waiting">{text(WORDS.chooseTruck)}</p>
      ) : showsLedger ? (
        ledger.isError ? (
          failed(() => void ledger.refetch())
        ) : ledger.data ? (
          <LitreLedgerPanel ledger={ledger.data} onOpen={openEntry} />
        ) : (
          <p className="waiting">{text(WORDS.loading)}</p>
        )
      ) : trend.isError ? (
        failed(() => void trend.refetch())
      ) : trend.data ? (
        <TrendCurves asked={wanted} trend={trend.data} compared={compared} quantities={quantities} shown={shown} onShow={setShown} />
      ) : (
        <p className="waiting">{text(WORDS.loading)}</p>
      )}
    </ScreenFrame>
  )
}
