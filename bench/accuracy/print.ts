import type { KindRow, Result, Spread } from './result.ts'

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`
const signed = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(1)}`
const litresText = ({ n, mean, sd, p95 }: Spread): string => `${signed(mean)} ± ${sd.toFixed(1)}, 95 % within ${p95.toFixed(1)} (n ${n})`

/** Rows as columns of equal width, the first to the left and the others to the right. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const last = heads.length - 1
  const line = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 || i === last ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  return [line(heads), ...rows.map(line)].map((text) => text.trimEnd()).join('\n')
}

function delayText({ delayS }: KindRow): string {
  if (delayS === null) return '–'
  return delayS < 120 ? `${delayS} s` : `${(delayS / 60).toFixed(1)} min`
}

const recallText = ({ must, expected, found }: KindRow): string => (must ? percent(found / expected) : 'may')

/** The whole result as text: true happenings and their detection, alarm types, litres, aims. */
export function resultText(result: Result): string {
  const { coverage, ledger, lostLines } = result
  const kinds = table(
    ['what is true', 'expected', 'found', 'recall', 'rows each', 'reported after', 'litres, reported less true'],
    result.kinds.map((row) => [
      row.kind,
      String(row.expected),
      String(row.found),
      recallText(row),
      row.rowsPerEvent.toFixed(1),
      delayText(row),
      row.litres === null ? '' : litresText(row.litres),
    ]),
  )
  const types = table(
    ['alarm', 'expected', 'found', 'recall', 'right', 'false', 'precision', 'false in 1,000 h normal', 'where false'],
    result.types.map(({ type, expected, found, recall, right, wrong, precision, normalPer1000h, where }) => [
      String(type),
      expected === 0 ? '' : String(expected),
      expected === 0 ? '' : String(found),
      recall === null ? '' : percent(recall),
      String(right),
      String(wrong),
      precision === null ? '–' : precision.toFixed(2),
      normalPer1000h.toFixed(1),
      Object.entries(where)
        .slice(0, 5)
        .map(([name, count]) => `${name} ${count}`)
        .join(', '),
    ]),
  )
  return [
    `${result.runs} days, ${result.truckHours} truck-hours, ${result.normalHours} of them normal driving (${result.seeds} seeds)`,
    '',
    kinds,
    '',
    types,
    '',
    `false alarms in 1,000 truck-hours of normal driving: ${result.normalFalsePer1000h}`,
    `on rough roads, ${result.rough.hours} truck-hours: ${result.rough.drivingPer1000h ?? '–'} of driving and ${result.rough.devicePer1000h ?? '–'} of devices in 1,000`,
    `good news raised as an alarm (213): ${result.goodNewsRows} rows`,
    `loaded, L: ${litresText(result.loadedL)}`,
    `unloaded, L: ${litresText(result.unloadedL)}; operations without a record: ${result.operationsMissing}`,
    `transit loss of a compartment, L: ${litresText(result.transitL)}; more than 40 L wrong: ${result.transitGross}`,
    `coverage over ${coverage.lines} delivery lines: ${percent(coverage.inside1)} inside 1 sigma, ${percent(coverage.inside2)} inside 2 sigma; mean sigma ${coverage.meanSigmaL} L`,
    `with two calm anchors: ${percent(coverage.calmShare)} of the lines, mean sigma ${coverage.calmMeanSigmaL} L, true error ${coverage.calmErrorSdL} L, ${percent(coverage.calmInside2)} inside 2 sigma`,
    `lines with a true loss of 50 L and more: ${lostLines.lines}; called a loss ${lostLines.saysLoss}, a gain ${lostLines.saysGain}, more than 40 L wrong ${lostLines.gross}`,
    `ledger: ${ledger.perTrip} unexplained rows a trip, ${percent(ledger.below11L)} of them below 11 L`,
    '',
    ...result.aims.map(({ aim, value, met }) => `${met ? 'met ' : 'MISS'}  ${aim}: ${value ?? 'not measured'}`),
  ].join('\n')
}

/** What changed against an earlier result, a line each. */
export function changesText(before: Result, now: Result): string {
  const lines: string[] = []
  const kinds = new Map(before.kinds.map((row) => [row.kind, row]))
  for (const row of now.kinds) {
    const old = kinds.get(row.kind)
    const was = old === undefined ? 'new' : `${old.found}/${old.expected}`
    const is = `${row.found}/${row.expected}`
    const rowsChanged = old !== undefined && Math.abs(old.rowsPerEvent - row.rowsPerEvent) >= 0.1
    const shareChanged = old === undefined || Math.abs(old.found / old.expected - row.found / row.expected) >= 0.005
    if (shareChanged) lines.push(`${row.kind}: ${was} → ${is}`)
    if (rowsChanged) lines.push(`${row.kind}: ${old.rowsPerEvent} → ${row.rowsPerEvent} rows each`)
  }
  const types = new Map(before.types.map((row) => [row.type, row]))
  for (const { type, right, wrong } of now.types) {
    const old = types.get(type)
    types.delete(type)
    if ((old?.wrong ?? 0) !== wrong) lines.push(`alarm ${type}: ${old?.wrong ?? 0} → ${wrong} false rows (${right} right)`)
  }
  for (const { type, wrong } of types.values()) if (wrong > 0) lines.push(`alarm ${type}: ${wrong} → 0 false rows`)
  const aims = new Map(before.aims.map((row) => [row.aim, row]))
  for (const { aim, value, met } of now.aims) {
    const old = aims.get(aim)
    if (old?.value !== value) lines.push(`${aim}: ${old?.value ?? 'not measured'} → ${value ?? 'not measured'}${met ? '' : ' (missed)'}`)
  }
  return lines.length === 0 ? 'nothing changed' : lines.join('\n')
}
