import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

/** Fields that are never logged, up to three levels deep. */
const SECRETS = [
  'password',
  'authCode',
  'auth_code',
  'secretKey',
  'connectionString',
  'databaseUrl',
  'DATABASE_URL',
  'SMTP_URL',
  'token',
  'cookie',
  'authorization',
  '"set-cookie"',
  '"header-id"',
]
const DEPTHS = ['', '*.', '*.*.']

/** Time in which a repeated failure is not logged again, ms. */
const SILENT_MS = 1_000
/** Failures remembered to detect repeats; beyond it the oldest are dropped and may be logged again early. */
const MAX_REMEMBERED = 500

/** pino's number for `warn`. */
const WARN = 40

/**
 * The program's log: one JSON line each. Secrets and unneeded parts of errors are left out. A repeated failure is one line a
 * second with its count (`repeated`): without a database there are thousands of failures a second.
 */
export function createLog(level: string, options: { destination?: DestinationStream; now?: () => number } = {}): Logger {
  const { destination, now = Date.now } = options
  const repeats = new Repeats(now)
  const settings: LoggerOptions = {
    level,
    redact: DEPTHS.flatMap((depth) =>
      SECRETS.map((name) => (name.startsWith('"') ? `${depth.replace(/\.$/, '')}[${name}]` : `${depth}${name}`)),
    ),
    serializers: { err: shownError, error: shownError },
    hooks: {
      logMethod(args, method, levelNumber) {
        const [fields, message] = args as [unknown, unknown]
        const error = levelNumber >= WARN && isRecord(fields) ? fields['err'] : undefined
        if (error === undefined) return method.apply(this, args)
        const repeated = repeats.add(`${String(message)}|${reasonOf(error)}`)
        if (repeated === null) return
        if (repeated === 0) return method.apply(this, args)
        return method.apply(this, [{ ...(fields as object), repeated }, message] as unknown as typeof args)
      },
      // Messages of libraries may have addresses with a password.
      streamWrite: (line) => line.replace(/([a-z][a-z+]*:\/\/[^\s:/@"]*):[^\s@"/]+@/gi, '$1:[Redacted]@'),
    },
  }
  return destination === undefined ? pino(settings) : pino(settings, destination)
}

/** Counts equal failures within a second. */
class Repeats {
  readonly #seen = new Map<string, { writtenAt: number; left: number }>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Number suppressed since the last one that was logged; null if this one is suppressed too. */
  add(failure: string): number | null {
    const at = this.#now()
    const seen = this.#seen.get(failure)
    if (seen && at >= seen.writtenAt && at - seen.writtenAt < SILENT_MS) {
      seen.left += 1
      return null
    }
    this.#seen.delete(failure)
    if (this.#seen.size >= MAX_REMEMBERED) {
      const [oldest = ''] = this.#seen.keys()
      this.#seen.delete(oldest)
    }
    this.#seen.set(failure, { writtenAt: at, left: 0 })
    return seen?.left ?? 0
  }
}

/** An error without attached objects: pg attaches the whole client, with the key that cancels its statements. */
function shownError(error: unknown): unknown {
  if (!isRecord(error)) return error
  const { name, message, code, stack, detail, cause } = error
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(detail === undefined ? {} : { detail }),
    stack,
    ...(cause instanceof Error ? { cause: shownError(cause) } : {}),
  }
}

function reasonOf(error: unknown): string {
  if (!isRecord(error)) return String(error)
  return `${String(error['code'] ?? '')} ${String(error['message'] ?? '')}`
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
