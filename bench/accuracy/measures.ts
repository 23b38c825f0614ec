import type { RecordFact } from '@tanker/detection/fact'
import type { Journey } from './journey.ts'

/** One delivery line: true and reported loss of a compartment on a leg. */
export type Line = { readonly errorL: number; readonly sigmaL: number; readonly calm: boolean; readonly trueLossL: number }

const WORTH_L = 100

type ReportedLine = {
  readonly compartment: number
  readonly transitLossV20L: number
  readonly uncertaintyL: number
  readonly arriveCalm: boolean
  readonly leaveCalm: boolean
}

const linesOf = (record: RecordFact | undefined): readonly ReportedLine[] =>
  (record?.properties['lines'] as readonly ReportedLine[] | undefined) ?? []

/** Reported minus true transit loss of each delivered compartment, legs summed as in the product. */
export function deliveryLines(journey: Journey, records: readonly RecordFact[]): Line[] {
  const { legs, badGauges } = journey.truth
  const trip = records.find(({ kind }) => kind === 'trip')
  const loadLines = (trip?.properties['lines'] as readonly { compartment: number; loadCalm: boolean }[] | undefined) ?? []
  const legRecords = records.filter(({ kind }) => kind === 'trip-leg').sort((a, b) => a.startedAt - b.startedAt)
  const lines: Line[] = []
  const lostL = new Map<number, number>()
  const allCalm = new Map<number, boolean>(loadLines.map(({ compartment, loadCalm }) => [compartment, loadCalm]))
  let next = 0
  for (const leg of legs) {
    for (const [i, departL] of leg.departL.entries()) {
      lostL.set(i + 1, (lostL.get(i + 1) ?? 0) + departL - (leg.arriveL[i] ?? 0))
    }
    const at = legRecords.findIndex((one, i) => i >= next && one.properties['stationFenceId'] === leg.fenceId)
    if (at === -1) continue
    next = at + 1
    for (const line of linesOf(legRecords[at])) {
      const { compartment } = line
      const calm = (allCalm.get(compartment) ?? false) && line.arriveCalm
      allCalm.set(compartment, calm && line.leaveCalm)
      if (!leg.meant.includes(compartment) || badGauges.has(compartment) || (leg.departL[compartment - 1] ?? 0) < WORTH_L) continue
      const trueLossL = lostL.get(compartment) ?? 0
      lines.push({ errorL: line.transitLossV20L - trueLossL, sigmaL: line.uncertaintyL, calm, trueLossL })
    }
  }
  return lines
}

/** Reported minus true litres of each operation at a site; null where no record overlaps it. */
export function operationErrors(journey: Journey, records: readonly RecordFact[]): { loading: boolean; errorL: number | null }[] {
  const operations = records.filter(({ kind }) => kind === 'operation')
  return journey.truth.operations
    .filter(({ compartment }) => !journey.truth.badGauges.has(compartment))
    .map(({ compartment, loading, from, until, v20L }) => {
      const here = operations.filter(
        ({ object, properties, startedAt, endedAt }) =>
          object === compartment &&
          properties['direction'] === (loading ? 'loading' : 'unloading') &&
          startedAt <= until &&
          (endedAt ?? until) >= from - 60_000,
      )
      if (here.length === 0) return { loading, errorL: null }
      const reportedL = here.reduce(
        (sum, { properties }) => sum + Math.abs(Number(properties['endV20L']) - Number(properties['startV20L'])),
        0,
      )
      return { loading, errorL: reportedL - v20L }
    })
}

/** Sizes of the ledger's unexplained rows, litres. */
export const unexplainedL = (records: readonly RecordFact[]): number[] =>
  records
    .filter(({ kind, properties }) => kind === 'ledger' && properties['entry'] === 'unexplained')
    .map(({ properties }) => Math.abs(Number(properties['v20L'])))
