import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the build lies that the benches run. */
export const BUILD = process.env['TANKER_BUILD'] ?? join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist')

export type ServerProgram = {
  readonly process: ChildProcess
  readonly pid: number
  readonly url: string
  /** Of the user `admin`. */
  readonly password: string
  /** Null without the role gateway. */
  readonly devicePort: number | null
}

type Ready = {
  readonly ready?: boolean
  readonly httpPort: number
  readonly devicePort: number | null
  readonly signIns: readonly { readonly userName: string; readonly password: string }[] | null
}

/**
 * The built program in these roles on a database; its first start makes the administrator, later ones are given the password.
 * `crashAt` is its CRASH_AT, `world` the folder of what an empty database begins with.
 */
export async function startServerProgram(
  databaseUrl: string,
  roles = 'http',
  { web = true, password: given, crashAt = '', world }: { web?: boolean; password?: string; crashAt?: string; world?: string } = {},
): Promise<ServerProgram> {
  const settings = ['--role', roles, '--host', '127.0.0.1', '--port', '0', '--device-port', '0', '--name', 'bench']
  const child = spawn(
    process.execPath,
    [
      '--max-semi-space-size=64',
      join(BUILD, 'server.js'),
      ...settings,
      ...(web ? ['--web', join(BUILD, 'web')] : []),
      ...(world ? ['--world', world] : []),
    ], // as run/start.mjs has it
    {
      env: { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', CRASH_AT: crashAt },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ready = await new Promise<Ready>((done, fail) => {
    child.on('message', (message: Ready) => message.ready && done(message))
    child.once('exit', (code) => fail(new Error(`the server ended with ${code}; was it built (npm run build)?\n${output}`)))
  })
  const password = ready.signIns?.find(({ userName }) => userName === 'admin')?.password ?? given
  if (password === undefined) throw new Error('the database had users already')
  return { process: child, pid: child.pid ?? 0, url: `http://127.0.0.1:${ready.httpPort}`, password, devicePort: ready.devicePort }
}
