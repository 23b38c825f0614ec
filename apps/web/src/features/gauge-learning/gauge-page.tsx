import { gaugeLearningCalls } from '@tanker/contract/endpoints/gauge-learning'
import type { GaugeLearning } from '@tanker/contract/gauge-learning'
import { productName } from '@tanker/domain/products/product-name'
import type { Text } from '@tanker/domain/texts/text'
import { GAUGE_VERDICT_WORDS } from '@tanker/domain/gauge-learning/verdict-words'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { invalidate, keepAnswer, useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { ChartCanvas } from '../../platform/charts/chart-canvas.tsx'
import { text } from '../../platform/language.ts'
import { useNarrow } from '../../report/use-narrow.ts'
import { readReportAgain } from '../../report/report-query.ts'
import { useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { shownSigned, shownTime, shownWhole } from '../../platform/shown-values.ts'
import { SheetNotRead } from '../../platform/ui/sheet-not-read.tsx'
import { paletteOf, useTheme } from '../../platform/ui/theme.ts'
import { toast } from '../../platform/ui/toast.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { gaugeChartOptions } from './gauge-chart-options.ts'
import './gauge-learning.css'
import { actionWords, CAUSE_WORDS, type Cause, findingWords, known, UNITS } from './gauge-words.ts'

const WORDS = {
  back: { zh: '返回列表', en: 'Back to the list' },
  failed: { zh: '分析结果加载失败', en: 'The result could not be loaded' },
  again: { zh: '重新计算', en: 'Compute again' },
  computed: { zh: '已重新计算', en: 'Computed again' },
  accept: { zh: '接受建议', en: 'Accept proposal' },
  acceptedTable: { zh: '已接受，新罐容表待下发', en: 'Accepted; the new tank table must still be sent' },
  acceptedCounts: { zh: '已接受，平台已按新罐容表计算容积', en: 'Accepted; the platform computes volumes with the new tank table' },
  acceptedNote: { zh: '已接受并记录', en: 'Accepted and recorded' },
  tables: { zh: '罐容表管理', en: 'Tank tables' },
  proposal: { zh: '建议修正', en: 'Proposed correction' },
  month: { zh: '影响油量/月', en: 'Litres per month' },
  compared: { zh: '比对', en: 'Compared' },
  since: { zh: '数据起始', en: 'Loads since' },
  learned: { zh: '计算时间', en: 'Computed' },
  estimates: { zh: '三项偏差同时估计（真值 − 测量值，± 为一倍标准差）', en: 'All three estimated together (true − measured, ± one sigma)' },
  chart: { zh: '各次装卸的差量与液位', en: 'Difference of each load by level' },
  unsteady: {
    zh: '该液位仪读数离散过大，请先检查液位仪与装卸后的静置时间。',
    en: 'The readings of this gauge scatter more than expected. Check the gauge, and whether the truck stands still after loading.',
  },
} as const satisfies Readonly<Record<string, Text>>

const path = 'cargo_monitor/data_analysis/gauge_learning'

/** One compartment on the screen of gauges: its address names it. */
export const GaugePage = ({ id }: { readonly id: number }) => {
  const { search, ask } = useScreenAddress()
  const shown = useEndpoint(gaugeLearningCalls.read, { id }, { purpose: 'action' })
  const { gauge: _gauge, ...list } = search
  const back = (): void => ask(list)
  if (shown.data) return <ShownGauge key={id} learned={shown.data} onBack={back} />
  return <SheetNotRead failed={shown.isError ? text(WORDS.failed) : null} onAgain={() => void shown.refetch()} onBack={back} />
}

const ACTION = { purpose: 'action' } as const
const noListener = () => () => undefined

const ShownGauge = ({ learned, onBack }: { readonly learned: GaugeLearning; readonly onBack: () => void }) => {
  const palette = paletteOf(useTheme())
  const isNarrow = useNarrow()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const options = useMemo(() => gaugeChartOptions(learned, palette, isNarrow), [learned, palette, isNarrow])
  const hasProposal = Object.keys(learned.correction).length > 0

  const send = async (made: () => Promise<GaugeLearning>, done: (next: GaugeLearning) => Text) => {
    setBusy(true)
    try {
      const next = await made()
      keepAnswer(gaugeLearningCalls.read, { id: learned.id }, next)
      toast('success', text(done(next)))
    } catch {
      // `call` has shown the reason.
      await invalidate(gaugeLearningCalls.read, { id: learned.id })
    }
    readReportAgain(path)
    setBusy(false)
    setAsking(false)
  }
  const accept = (): Promise<void> =>
    send(
      () => call(gaugeLearningCalls.accept, { id: learned.id, learnedAt: learned.learnedAt }, ACTION),
      ({ accepted, byPlatform }) =>
        (accepted?.tankTableId ?? null) === null ? WORDS.acceptedNote : byPlatform ? WORDS.acceptedCounts : WORDS.acceptedTable,
    )

  return (
    <div className="sheet-page">
      <header className="sheet-head">
        <button type="button" className="button" onClick={onBack}>
          {text(WORDS.back)}
        </button>
        <h1>
          {text({
            zh: `${learned.plate} ${learned.compartment}仓 ${productName(learned.oilCode).zh}`,
            en: `${learned.plate}, compartment ${learned.compartment}, ${productName(learned.oilCode).en}`,
          })}
        </h1>
        <b className="sheet-verdict gauge-verdict" data-verdict={learned.verdict}>
          {text(GAUGE_VERDICT_WORDS[learned.verdict])}
        </b>
        <div className="sheet-tools">
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() =>
              void send(
                () => call(gaugeLearningCalls.learn, { id: learned.id }, ACTION),
                () => WORDS.computed,
              )
            }
          >
            {text(WORDS.again)}
          </button>
          {learned.mayAccept && (
            <button type="button" className="button button-primary" disabled={busy} onClick={() => setAsking(true)}>
              {text(WORDS.accept)}
            </button>
          )}
        </div>
      </header>
      <div className="sheet-body gauge-body" tabIndex={0} role="region" aria-label={text(WORDS.chart)}>
        <p className="gauge-finding">{text(findingWords(learned))}</p>
        {learned.unsteady && <p className="gauge-note">{text(WORDS.unsteady)}</p>}
        {learned.accepted && <Accepted accepted={learned.accepted} byPlatform={learned.byPlatform} />}
        <dl className="gauge-facts">
          {hasProposal && <Fact name={WORDS.proposal} value={text(actionWords(learned.correction))} wide />}
          {hasProposal && <Fact name={WORDS.month} value={`${shownSigned(learned.litresAMonth, 0)} L`} />}
          <Fact name={WORDS.compared} value={text(comparedWords(learned))} />
          <Fact name={WORDS.since} value={shownTime(learned.since)} />
          <Fact name={WORDS.learned} value={shownTime(learned.learnedAt)} />
        </dl>
        <h2>{text(WORDS.chart)}</h2>
        <ChartCanvas
          options={options}
          heightPx={isNarrow ? 340 : 380}
          label={text({
            zh: `${WORDS.chart.zh}，共 ${learned.points.length} 次；${findingWords(learned).zh}`,
            en: `${WORDS.chart.en}, ${learned.points.length} loads. ${findingWords(learned).en}`,
          })}
          empty={learned.points.length === 0}
          onReady={noListener}
        />
        <h2>{text(WORDS.estimates)}</h2>
        <ul className="gauge-estimates">
          {(['scale', 'offset', 'temperature'] as const).map((cause) => (
            <Estimate key={cause} cause={cause} learned={learned} />
          ))}
        </ul>
      </div>
      {asking && <AcceptDialog learned={learned} onConfirm={accept} onClose={() => setAsking(false)} />}
    </div>
  )
}

const comparedWords = ({ loadings, unloadings, leftOut }: GaugeLearning): Text => ({
  zh: `装油 ${loadings} 次，卸油 ${unloadings} 次，剔除 ${leftOut} 次`,
  en: `${shownWhole(loadings)} loadings, ${shownWhole(unloadings)} unloadings, ${shownWhole(leftOut)} left out`,
})

const Estimate = ({ cause, learned }: { readonly cause: Cause; readonly learned: GaugeLearning }) => {
  const { value, sigma } = learned.estimates[cause]
  return (
    <li data-found={learned.correction[cause] !== undefined}>
      <span>{text(CAUSE_WORDS[cause])}</span>
      <b>
        {known(value, sigma, 1)} {UNITS[cause]}
      </b>
    </li>
  )
}

type AcceptedProps = { readonly accepted: NonNullable<GaugeLearning['accepted']>; readonly byPlatform: boolean }

const Accepted = ({ accepted, byPlatform }: AcceptedProps) => {
  const { at, by, correction, tankTableId, sent, open } = accepted
  return (
    <p className="gauge-note">
      {text({
        zh: `${by} 于 ${shownTime(at)} 接受：${actionWords(correction).zh}。`,
        en: `Accepted by ${by} on ${shownTime(at)}: ${actionWords(correction).en}. `,
      })}
      {tankTableId !== null && !sent && !byPlatform && (
        <>
          {text({ zh: '新罐容表尚未下发：', en: 'The new tank table is not on the truck yet: ' })}
          <Link to="/setting/base_data/tank_table">{text(WORDS.tables)}</Link>
        </>
      )}
      {tankTableId !== null &&
        byPlatform &&
        open &&
        text({
          zh: '新罐容表已生效，从生效起的装卸重新计算。',
          en: 'The new tank table is in use; the comparison restarts with loads measured with it.',
        })}
      {tankTableId === null && open && text({ zh: '从接受之后的装卸重新计算。', en: 'The comparison restarts with loads after that.' })}
    </p>
  )
}

const Fact = ({ name, value, wide = false }: { readonly name: Text; readonly value: string; readonly wide?: boolean }) => (
  <div data-wide={wide}>
    <dt>{text(name)}</dt>
    <dd>{value}</dd>
  </div>
)
