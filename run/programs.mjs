import { spawn } from 'node:child_process'
import { DO_NOT_START_AGAIN } from './install.mjs'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000
/** A program that ran this long is restarted with the shortest pause. */
const STEADY_MS = 300_000
/** Starts of a server that never became ready, before giving up. */
const MAX_FAILED_STARTS = 5
const KILL_AFTER_MS = 30_000
const LAST_WORDS_MS = 5_000

/** The programs of a start: each is restarted after an unexpected end, until all are stopped together. */
export class Programs {
  #running = new Map()
  #timers = new Set()
  #stopping = false
  #onStderr

  /** `onStderr` is called before a line of stderr is printed. */
  constructor(onStderr) {
    this.#onStderr = onStderr
  }

  /**
   * Starts a program and keeps it running.
   * @param {string} name shown in messages
   * @param {object} options `args()` returns the arguments of each start, `env` extends the environment, `onReady` receives the ready
   *   message, `onLine` receives the output by line instead of the terminal,
   *   `onMessage` other messages
   */
  keep(name, { args, env = {}, onReady, onLine, onMessage }) {
    let starts = 0
    let wasReady = false
    const launch = () => {
      const began = Date.now()
      const { child, lastError } = this.#spawn(args(), env, onLine)
      starts += 1
      this.#running.set(name, child)
      child.on('message', (message) => {
        if (!message.ready) return onMessage?.(message)
        wasReady = true
        onReady?.(message)
      })
      child.once('close', (code, signal) => {
        this.#running.delete(name)
        if (this.#stopping) return
        // Exit code 0 is intended: no restart. Without the server all programs stop.
        if (code === 0 && !onReady) return
        if (code === 0 || code === DO_NOT_START_AGAIN) return this.stop(code)
        if (Date.now() - began > STEADY_MS) starts = 1
        const how = signal === null ? `exit code ${code}` : signal
        const why = lastError()
        const ended = `The ${name} ended unexpectedly (${how}${why ? `: ${why}` : ''}).`
        if (onReady && !wasReady && starts >= MAX_FAILED_STARTS) {
          console.error(`${ended} It ended ${starts} times before it was ready; giving up.`)
          return this.stop(code ?? 1)
        }
        const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (starts - 1))
        console.error(`${ended} Restarting in ${pause / 1_000} s.`)
        const timer = setTimeout(() => {
          this.#timers.delete(timer)
          launch()
        }, pause)
        this.#timers.add(timer)
      })
    }
    launch()
  }

  #spawn(args, env, onLine) {
    const child = spawn(process.execPath, args, {
      cwd: process.cwd(),
      env: { ...process.env, ...env },
      stdio: ['inherit', onLine ? 'pipe' : 'inherit', 'pipe', 'ipc'],
    })
    let last = { text: '', at: 0 }
    byLine(child.stderr, (line) => {
      this.#onStderr()
      console.error(line)
      // Of an error with its stack only the first line.
      if (line.trim() !== '' && !/^\s|^[{}\]]|^Node\.js v/.test(line)) last = { text: line.trim(), at: Date.now() }
    })
    if (onLine) byLine(child.stdout, onLine)
    child.once('error', (error) => (last = { text: error.message, at: Date.now() }))
    // Earlier output is unrelated to the end.
    return { child, lastError: () => (Date.now() - last.at < LAST_WORDS_MS ? last.text : '') }
  }

  /** Sends a message to a program, if it runs. */
  send(name, message) {
    const child = this.#running.get(name)
    // An error here is a program that ends just now.
    if (child?.connected) child.send(message, () => {})
  }

  /** Stops all programs and exits with `code`. */
  stop(code) {
    if (this.#stopping) return
    this.#stopping = true
    for (const timer of this.#timers) clearTimeout(timer)
    const all = [...this.#running.values()]
    for (const child of all) child.kill('SIGTERM')
    const killer = setTimeout(() => all.forEach((child) => child.kill('SIGKILL')), KILL_AFTER_MS)
    const end = () => {
      if (this.#running.size > 0) return
      clearTimeout(killer)
      process.exit(code)
    }
    for (const child of all) child.once('close', end)
    end()
  }
}

/** Longer lines are split. */
const MAX_LINE_CHARACTERS = 16_000

function byLine(stream, onLine) {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(onLine)
    if (rest.length > MAX_LINE_CHARACTERS) {
      onLine(rest)
      rest = ''
    }
  })
  stream.on('end', () => rest && onLine(rest))
}
