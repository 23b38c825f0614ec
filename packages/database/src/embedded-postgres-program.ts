import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { DataFolderRefused, OTHER_FOLDER } from './data-folder.ts'
import type { PostgresUser } from './postgres-user.ts'

/** What a program printed is kept up to this many characters: enough for its reason, bounded for a server that runs for months. */
const MAX_LOG_CHARACTERS = 8_000

/** Where things lie and who runs PostgreSQL. */
export type Installation = {
  /** The data folder of the product. */
  readonly home: string
  /** The folder of the cluster inside it. */
  readonly data: string
  readonly binaries: string
  readonly user: PostgresUser
}

export function environment(binaries: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LD_LIBRARY_PATH: join(binaries, 'lib'), LC_ALL: 'C', TZ: 'UTC' }
}

/** A PostgreSQL program ended with another code than 0. */
export class ProgramFailed extends Error {
  readonly output: string

  constructor(name: string, code: number | string | null, output: string) {
    super(`${name} ended with ${code}: ${reasonIn(output)}`)
    this.output = output
  }
}

/**
 * Runs one of PostgreSQL's programs to its end and resolves to what it printed.
 * @throws ProgramFailed; DataFolderRefused where the programs do not run on this system at all
 */
export function runProgram(
  name: 'initdb' | 'postgres',
  args: readonly string[],
  { home, binaries, user }: Pick<Installation, 'home' | 'binaries' | 'user'>,
  input = '',
): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(join(binaries, 'bin', name), args, {
      ...user,
      cwd: home,
      env: environment(binaries),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const output = collectOutput(child)
    child.stdin.on('error', () => undefined) // a program that ends early does not read; its exit code says so
    child.stdin.end(input)
    child.once('error', (error) => fail(cannotRun(error.message)))
    child.once('close', (code, signal) => {
      if (code === 0) done(output())
      else if (code === 126 || code === 127) fail(cannotRun(reasonIn(output())))
      else fail(new ProgramFailed(name, code ?? signal, output()))
    })
  })
}

function cannotRun(reason: string): DataFolderRefused {
  return new DataFolderRefused(
    `The PostgreSQL that comes with npm does not run on this system (${reason}). Install PostgreSQL 15 or newer and set DATABASE_URL.`,
  )
}

export function collectOutput(child: ChildProcess): () => string {
  let text = ''
  const add = (chunk: Buffer): void => {
    text = (text + chunk.toString()).slice(-MAX_LOG_CHARACTERS)
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  return () => text
}

/** The line of the output that says why, without its time. */
export function reasonIn(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  const reason =
    lines.find((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line)) ?? lines.findLast((line) => line !== '') ?? 'no reason given'
  return reason.replace(/^.*?\b(?:FATAL|PANIC|ERROR|error):\s*/, '')
}

/** PostgreSQL found its own files missing or altered. */
const DAMAGE =
  /control file|checksum|invalid (?:data|page|checkpoint|magic)|could not (?:open|read|locate|access|load)|incompatible|is missing|corrupt|not a valid data directory|invalid permissions|wrong ownership/i

/** What an output of PostgreSQL that did not start means for people; damaged files are not worth another try. */
export function startFailure({ home, data }: Installation, output: string): Error {
  const reason = reasonIn(output)
  if (!DAMAGE.test(reason)) return new Error(`PostgreSQL did not start in ${data}: ${reason}`)
  return new DataFolderRefused(
    `PostgreSQL cannot read the database in ${data}: ${reason}. Nothing was removed. Restore the whole folder ${home} from a backup, ` +
      `or ${OTHER_FOLDER} to start with an empty database.`,
  )
}
