import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { startTestServer, askOnce, type TestServer } from '@tanker/database/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCommitConnection } from './commit-connection.ts'

/** Why strace cannot make a system call of another process fail here; null when it can. */
function straceRefusal(): string | null {
  if (process.platform !== 'linux') return 'strace is for Linux'
  const { error, status, stderr } = spawnSync('strace', ['-e', 'trace=fdatasync', '-e', 'inject=fdatasync:error=EIO', 'true'], {
    encoding: 'utf8',
  })
  if (error) return 'strace is not installed (apt install strace)'
  return status === 0 ? null : `strace may not trace here: ${stderr.trim().split('\n')[0]}`
}
const refusal = straceRefusal()
if (refusal !== null) console.warn(`[F05] is left out: ${refusal}`)

/** A server of its own starts slowly on a busy machine. */
const SLOW_MS = 300_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await askOnce(server.url('tanker'), 'CREATE TABLE kept (n int PRIMARY KEY)')
}, SLOW_MS)
afterAll(() => server.stop())

/** Makes the nth write-through of the log in this server process fail with EIO; resolves once it is attached. */
async function failSync(pid: number, nth: number): Promise<ChildProcess> {
  const tracer = spawn('strace', ['-p', String(pid), '-e', 'trace=fdatasync,fsync', '-e', `inject=fdatasync,fsync:error=EIO:when=${nth}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((done, fail) => {
    let text = ''
    tracer.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (/attached/.test(text)) done()
    })
    tracer.once('exit', () => fail(new Error(text)))
  })
  return tracer
}

test.skipIf(refusal !== null)(
  '[F05] a disk that refuses to write through: nothing is acknowledged by that commit, and all that was is there afterwards',
  async () => {
    const url = server.url('tanker')
    const acknowledged: number[] = []
    let n = 0
    for (let nth = 1; nth <= 4; nth += 1) {
      const connection = createCommitConnection(url, 'failing-disk')
      const commit = async (): Promise<boolean> => {
        n += 1
        const mine = n
        const ok = await connection.run({ name: 'keep', text: 'INSERT INTO kept VALUES ($1) ON CONFLICT DO NOTHING', values: [mine] }).then(
          () => true,
          () => false,
        )
        if (ok) acknowledged.push(mine)
        return ok
      }
      await expect.poll(commit, { timeout: 30_000 }).toBe(true)
      const [backend] = await askOnce<{ pid: number }>(url, `SELECT pid FROM pg_stat_activity WHERE application_name = 'failing-disk'`)
      const tracer = await failSync(backend?.pid ?? 0, nth)
      const outcomes: boolean[] = []
      // Another process of the server may write the log through on the way, so the fault may come a commit or two later.
      while (outcomes.length < 50 && outcomes.at(-1) !== false) outcomes.push(await commit())
      expect(outcomes.at(-1), `the fault at write ${nth} did not fire`).toBe(false)
      if (tracer.exitCode === null) await new Promise((done) => tracer.once('exit', done))
      // The server ended all its processes, recovered by itself, and takes commits again.
      await expect.poll(commit, { timeout: 30_000 }).toBe(true)
      await connection.close()
    }
    const rows = await askOnce<{ n: number }>(url, 'SELECT n FROM kept')
    const stored = new Set(rows.map((row) => row.n))
    expect(acknowledged.filter((one) => !stored.has(one))).toEqual([])
    expect(stored.size).toBe(rows.length)
  },
  SLOW_MS,
)
