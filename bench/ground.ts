import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { connect, migrate } from '@tanker/database/connection'
import { prepareProgramRole } from '@tanker/database/program-role'
import { startEmbeddedPostgres } from '@tanker/database/embedded-postgres'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Authentication code of every truck of a bench. */
export const BENCH_CODE = 'bench-code-00001'
export const phoneOf = (truck: number): string => String(13_000_000_000 + truck)

export type Ground = {
  readonly url: string
  readonly postgresPid: number
  stop(): Promise<void>
  /** Kills PostgreSQL, which is started again on the same data; resolves when it answers. */
  crashDatabase(): Promise<void>
}

/** A fresh PostgreSQL with the schema, one organisation, fences and `trucks` registered trucks with three compartments. */
export async function prepareGround(trucks: number): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'tanker-bench-'))
  const server = await startEmbeddedPostgres(folder, {}, { onLost: () => undefined, onBack: () => undefined })
  const url = await prepareProgramRole((database) => server.url(database), 'tanker')
  const connection = connect(url)
  await migrate(connection.db)
  const { pool } = connection
  await pool.query(`INSERT INTO organisation (id, name, code, ancestors) VALUES (1, 'Bench', 'BENCH', '{1}')`)
  await pool.query(
    `INSERT INTO truck (id, organisation_id, plate, console_code, terminal_phone) SELECT n, 1, 'B' || n, 'C' || n, (13000000000 + n)::text FROM generate_series(1, $1) n`,
    [trucks],
  )
  await pool.query(
    `INSERT INTO compartment (truck_id, compartment, capacity_l, oil_code, oil_name) SELECT n, k, 8017, 92, '92#' FROM generate_series(1, $1) n, generate_series(1, 3) k`,
    [trucks],
  )
  await pool.query(
    `INSERT INTO device (truck_id, terminal_id, code_hash, bound_at) SELECT n, 'T' || n, sha256(convert_to($2, 'UTF8')), now() FROM generate_series(1, $1) n`,
    [trucks, BENCH_CODE],
  )
  await pool.query('INSERT INTO truck_state (truck_id, organisation_id) SELECT n, 1 FROM generate_series(1, $1) n', [trucks])
  await pool.query(
    `INSERT INTO fence (organisation_id, kind, name, shape, status) SELECT 1, 'station', 'S' || n,
     jsonb_build_object('shape', 'circle', 'lat', 31 + (n % 20) / 10.0, 'lng', 119 + n / 20 / 10.0, 'radiusM', 150), 'approved' FROM generate_series(1, 200) n`,
  )
  for (let day = -2; day <= 1; day += 1) {
    const from = new Date(Math.floor(Date.now() / 86_400_000 + day) * 86_400_000)
    const to = new Date(from.getTime() + 86_400_000)
    await pool.query(
      `CREATE TABLE position_bench_${day + 2} PARTITION OF position FOR VALUES FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`,
    )
  }
  await pool.query('VACUUM ANALYZE')
  await connection.close()
  return {
    url,
    get postgresPid() {
      return server.pid
    },
    async crashDatabase() {
      const killed = server.pid
      process.kill(killed, 'SIGKILL')
      while (server.pid === killed) await new Promise((done) => setTimeout(done, 20))
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type Program = {
  readonly pid: number
  readonly devicePort: number
  /** How it ended, and what it said on stderr where that was kept. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly said: string }>
  kill(signal: NodeJS.Signals): Promise<void>
}

/**
 * Starts the built program as a gateway and waits until it listens. BENCH_NODE_ARGS goes to Node, e.g. --cpu-prof; TANKER_BUILD is where
 * it was built. `crashAt` is its CRASH_AT; what it says on stderr is kept then.
 */
export async function startGatewayProcess(url: string, options: { port?: number; name?: string; crashAt?: string } = {}): Promise<Program> {
  const child = spawn(
    process.execPath,
    [
      '--max-semi-space-size=128', // as run/start.mjs has it for a gateway alone
      ...(process.env['BENCH_NODE_ARGS'] ?? '').split(' ').filter(Boolean),
      join(process.env['TANKER_BUILD'] ?? join(root, 'dist'), 'server.js'),
      '--role',
      'gateway',
      '--host',
      '127.0.0.1',
      '--device-port',
      String(options.port ?? 0),
      '--name',
      options.name ?? 'bench',
    ],
    {
      env: { ...process.env, DATABASE_URL: url, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error', CRASH_AT: options.crashAt ?? '' },
      stdio: ['ignore', 'inherit', options.crashAt === undefined ? 'inherit' : 'pipe', 'ipc'],
    },
  )
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended: Program['ended'] = new Promise((done) => child.once('close', (code, signal) => done({ code, signal, said })))
  const devicePort = await new Promise<number>((done, fail) => {
    child.on('message', (message: { devicePort?: number }) => message.devicePort && done(message.devicePort))
    child.once('exit', (code) => fail(new Error(`the server ended with ${code}; was it built (npm run build)?`)))
  })
  return { pid: child.pid ?? 0, devicePort, ended, kill: (signal) => killed(child, signal) }
}

function killed(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => {
    child.once('exit', () => done())
    child.kill(signal)
  })
}

/** Runs a query on the bench's database. */
export async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
