import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LoadGeneratorOrder, LoadGeneratorReport } from './load-generator.ts'

export type LoadGenerator = { readonly pid: number; order(order: LoadGeneratorOrder): Promise<LoadGeneratorReport>; stop(): void }

/** Starts the generator in its own process, so that its CPU time is measured separately. */
export function startLoadGenerator(): LoadGenerator {
  const here = dirname(fileURLToPath(import.meta.url))
  const child = spawn(process.execPath, ['--max-semi-space-size=64', '--import', 'tsx', join(here, 'load-generator.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return {
    pid: child.pid ?? 0,
    async order(order) {
      child.send(order)
      const [answer] = (await once(child, 'message')) as [{ report?: LoadGeneratorReport; error?: string }]
      if (answer.error !== undefined) throw new Error(answer.error)
      return answer.report ?? { acked: 0, sent: 0, seconds: 0, p50: 0, p99: 0, max: 0 }
    },
    stop: () => child.kill(),
  }
}
