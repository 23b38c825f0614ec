import { useMemo } from 'react'
import { text } from '../language.ts'
import { shownDecimal, shownTime } from '../shown-values.ts'
import { paletteOf, type Theme, useTheme } from '../ui/theme.ts'
import { type ChartModel, isEmptyChart } from './chart-model.ts'
import { chartOptions } from './chart-options.ts'
import { ChartCanvas } from './chart-canvas.tsx'

const WORDS = {
  name: { zh: '名称', en: 'Name' },
  time: { zh: '时间', en: 'Time' },
} as const

/** Who hears the page gets the numbers as a table; so many rows are enough to be heard. */
const spokenRows = 50

const spoken = (value: number | null): string => (value === null ? '' : shownDecimal(value, Number.isInteger(value) ? 0 : 2))

const SpokenTable = ({ title, model }: { title: string; model: ChartModel }) => {
  const rows: string[][] =
    model.kind === 'time'
      ? model.series.flatMap(({ name, points }) => points.map(([at, value]) => [shownTime(at), name, spoken(value)])).slice(0, spokenRows)
      : model.names.slice(0, spokenRows).map((name, index) => [name, ...model.series.map(({ values }) => spoken(values[index] ?? null))])
  const heads =
    model.kind === 'time' ? [text(WORDS.time), text(WORDS.name), title] : [text(WORDS.name), ...model.series.map(({ name }) => name)]
  return (
    // A table does not shrink below its words: the box around it does.
    <div className="chart-spoken">
      <table>
        <caption>{model.unit === null ? title : `${title} (${model.unit})`}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join()}>
              {row.map((cell, index) => (
                // eslint-disable-next-line react/no-array-index-key
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const nothingToHear = () => () => {}

type ChartProps = {
  readonly title: string
  readonly model: ChartModel
  readonly heightPx?: number
  /** Another one than the page's: paper is light. */
  readonly theme?: Theme
}

/** A chart with its title, and its numbers as a table for who hears the page. */
export const Chart = ({ title, model, heightPx = 220, theme: given }: ChartProps) => {
  const shown = useTheme()
  const theme = given ?? shown
  const options = useMemo(() => chartOptions(model, paletteOf(theme)), [model, theme])
  const empty = isEmptyChart(model)
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <ChartCanvas options={options} heightPx={heightPx} label={title} empty={empty} onReady={nothingToHear} />
      {!empty && <SpokenTable title={title} model={model} />}
    </figure>
  )
}
