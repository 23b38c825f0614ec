import type { AirtightRecord } from '@tanker/contract/airtight'
import { AIRTIGHT_RESULTS, AIRTIGHT_TEST_TEXTS } from '@tanker/domain/devices/airtight-test'
import { useMemo } from 'react'
import { text } from '../../platform/language.ts'
import { shownDecimal, shownTime } from '../../platform/shown-values.ts'
import { PressureCurve } from './pressure-curve.tsx'

const WORDS = {
  title: { zh: '油罐车密闭性检测单', en: 'Airtightness test record of a tank truck' },
  missing: { zh: '无数据', en: 'Not available' },
  underWay: { zh: '检测中', en: 'Under way' },
  plate: { zh: '车牌号', en: 'Plate' },
  organisation: { zh: '所属组织', en: 'Organisation' },
  testNo: { zh: '检测编号', en: 'Test number' },
  test: { zh: '检测项目', en: 'Test' },
  compartments: { zh: '检测的仓', en: 'Compartments' },
  volume: { zh: '罐容', en: 'Tank volume' },
  place: { zh: '检测地点', en: 'Place' },
  temperature: { zh: '温度', en: 'Temperature' },
  started: { zh: '保压开始', en: 'Hold began' },
  ended: { zh: '保压结束', en: 'Hold ended' },
  result: { zh: '检测结果', en: 'Result' },
  start: { zh: '起始压力', en: 'Start pressure' },
  end: { zh: '结束压力', en: 'End pressure' },
  loss: { zh: '压力变动', en: 'Pressure loss' },
  limit: { zh: '允许变动（5分钟）', en: 'Allowed loss (5 minutes)' },
  due: { zh: '下次检测期限', en: 'Next test due' },
  curve: { zh: '压力曲线', en: 'Pressure curve' },
  signTester: { zh: '检测人签字', en: 'Signature of the tester' },
  signOwner: { zh: '车辆单位签字', en: 'Signature for the truck' },
  madeBy: { zh: '打印人', en: 'Printed by' },
} as const

const pascals = (value: number | null): string => (value === null ? '–' : `${shownDecimal(value, 0)} Pa`)
const kilopascals = (value: number | null): string => (value === null ? '–' : `${shownDecimal(value / 1_000, 3)} kPa`)
const moment = (value: string | null): string => (value === null ? '–' : shownTime(value))
const orMissing = (value: string): string => (value === '' ? text(WORDS.missing) : value)

const Lines = ({ lines }: { readonly lines: readonly (readonly [string, string])[] }) => (
  <dl>
    {lines.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** One airtightness test on paper: what was tested, how the pressure held, and lines for signatures. */
export const AirtightSheet = ({ record }: { readonly record: AirtightRecord }) => {
  const { truck, startedAt, endedAt, result, volumeL } = record
  const marks = useMemo(() => [startedAt, endedAt].flatMap((at) => (at === null ? [] : [Date.parse(at)])), [startedAt, endedAt])
  return (
    <article className="proof-sheet">
      <h1>{text(WORDS.title)}</h1>
      <Lines
        lines={[
          [text(WORDS.plate), truck.plate],
          [text(WORDS.organisation), orMissing(truck.organisation)],
          [text(WORDS.testNo), String(record.testNo)],
          [text(WORDS.test), text(AIRTIGHT_TEST_TEXTS[record.test])],
          [text(WORDS.compartments), record.compartments.join(', ')],
          [text(WORDS.volume), volumeL === null ? '–' : `${shownDecimal(volumeL / 1_000, 2)} m³`],
          [text(WORDS.place), orMissing(record.place)],
          [text(WORDS.temperature), `${shownDecimal(record.temperatureC, 1)} °C`],
          [text(WORDS.started), moment(startedAt)],
          [text(WORDS.ended), moment(endedAt)],
        ]}
      />
      <section className="proof-verdict">
        <h2>{text(WORDS.result)}</h2>
        <p>
          <b>{text(result === null ? WORDS.underWay : AIRTIGHT_RESULTS[result])}</b>
        </p>
        <Lines
          lines={[
            [text(WORDS.start), kilopascals(record.startPa)],
            [text(WORDS.end), kilopascals(record.endPa)],
            [text(WORDS.loss), pascals(record.lossPa)],
            [text(WORDS.limit), pascals(record.limitPa)],
            [text(WORDS.due), moment(record.dueAt)],
          ]}
        />
      </section>
      <section>
        <h2>{text(WORDS.curve)}</h2>
        {record.curve.at.length > 0 ? (
          <PressureCurve curve={record.curve} marks={marks} theme="light" />
        ) : (
          <p className="proof-missing">{text(WORDS.missing)}</p>
        )}
      </section>
      <section>
        <Lines
          lines={[
            [text(WORDS.signTester), '__________________'],
            [text(WORDS.signOwner), '__________________'],
          ]}
        />
      </section>
      <footer>
        {text(WORDS.madeBy)} {record.madeBy} · {moment(record.madeAt)}
      </footer>
    </article>
  )
}
