/** Hands the papers of office, depots and stations to the platform, in the order in which they were written. */
import { batchResult, INTEGRATION_KINDS, MAX_ROWS } from '@tanker/contract/integration'
import type { Paper } from '../paper.ts'

export type OfficePost = {
  add(papers: readonly Paper[]): void
  stop(): void
}

export type OfficePostOptions = {
  /** Of the console, http://host:port */
  readonly address: string
  /** Integration key. */
  readonly key: string
  /** Rows that the platform refuses and failed calls; each is reported once. */
  onTrouble(text: string): void
}

const everyMs = 2_000
/** Papers of weeks; beyond that the platform has been away for too long to miss the oldest. */
const MAX_WAITING = 50_000

/** What cannot be delivered now is tried again. */
export function openOfficePost({ address, key, onTrouble }: OfficePostOptions): OfficePost {
  /** By number: what was written just before a stop may be written a second time after it. */
  const waiting = new Map<string, Paper>()
  let busy = false
  let trouble = ''

  const report = (text: string) => {
    if (text !== trouble && text !== '') onTrouble(text)
    trouble = text
  }

  async function deliver(): Promise<void> {
    if (busy || waiting.size === 0) return
    busy = true
    try {
      // Slips before the tickets and gauges that name them.
      for (const kind of INTEGRATION_KINDS) {
        const mine = [...waiting.values()].filter((paper) => paper.kind === kind).slice(0, MAX_ROWS)
        if (mine.length === 0) continue
        const response = await fetch(`${address}/api/integration/${kind}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ rows: mine.map(({ row }) => row), onlyGoodRows: true }),
        })
        const answer = (await response.json()) as { readonly data?: unknown; readonly message?: string }
        const result = batchResult.safeParse(answer.data)
        if (!response.ok || !result.success) {
          report(`${kind}: ${response.status} ${answer.message ?? ''}`)
          return
        }
        const [problem] = result.data.problems
        report(problem ? `${kind} ${problem.number}: ${problem.en}` : '')
        // One that was written again while it was on its way waits for the next call.
        for (const paper of mine) if (waiting.get(numberOf(paper)) === paper) waiting.delete(numberOf(paper))
      }
    } catch (error) {
      report(String(error))
    } finally {
      busy = false
    }
  }

  const timer = setInterval(() => void deliver(), everyMs)
  return {
    add(papers) {
      for (const paper of papers) waiting.set(numberOf(paper), paper)
      for (const number of waiting.keys()) {
        if (waiting.size <= MAX_WAITING) break
        waiting.delete(number)
      }
    },
    stop() {
      clearInterval(timer)
      void deliver()
    },
  }
}

function numberOf({ kind, row }: Paper): string {
  const number = kind === 'slips' ? row.slipNo : kind === 'meter-tickets' ? row.ticketNo : row.gaugeNo
  return `${kind} ${number}`
}
