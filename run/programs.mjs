import { spawn } from 'node:child_process'
import { DO_NOT_START_AGAIN } from './install.mjs'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000
/** A program that ran this long begins again with the shortest pause. */
const STEADY_MS = 300_000
/** A server that never came so far as to serve is not tried for ever. */
const MAX_STARTS_IN_VAIN = 5
const KILL_AFTER_MS = 30_000
const LAST_WORDS_MS = 5_000

/** The programs of a start: each is started again after it ended unexpectedly, until all are stopped together. */
export class Programs {
  #running = new Map()
  #timers = new Set()
  #stopping = false
  #onStderr

  /** `onStderr` is called before anything is passed on to this terminal. */
  constructor(onStderr) {
    this.#onStderr = onStderr
  }

  /**
   * Starts a program and keeps it running.
   * @param {string} name for people
   * @param {object} options `args()` gives the arguments of each start, `env` more environment, `onReady` hears its ready message,
   *   `onLine` takes its output line by line instead of the terminal
   */
  keep(name, { args, env = {}, onReady, onLine }) {
    let starts = 0
    let wasReady = false
    const launch = () => {
      const began = Date.now()
      const { child, lastError } = this.#spawn(args(), env, onLine)
      starts += 1
      this.#running.set(name, child)
      child.on('message', (message) => {
        if (!message.ready) return
        wasReady = true
        onReady?.(message)
      })
      child.once('close', (code, signal) => {
        this.#running.delete(name)
        if (this.#stopping) return
        // One that ended as asked is not started again; without the server the others have nothing to do.
        if (code === 0 && !onReady) return
        if (code === 0 || code === DO_NOT_START_AGAIN) return this.stop(code)
        if (Date.now() - began > STEADY_MS) starts = 1
        const how = signal === null ? `exit code ${code}` : signal
        const why = lastError()
        const ended = `The ${name} ended unexpectedly (${how}${why ? `: ${why}` : ''}).`
        if (onReady && !wasReady && starts >= MAX_STARTS_IN_VAIN) {
          console.error(`${ended} It ended ${starts} times before it could serve; nothing more is tried.`)
          return this.stop(code ?? 1)
        }
        const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (starts - 1))
        console.error(`${ended} It is started again in ${pause / 1_000} s.`)
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
      // Of an error with its stack the first line says what it is.
      if (line.trim() !== '' && !/^\s|^[{}\]]|^Node\.js v/.test(line)) last = { text: line.trim(), at: Date.now() }
    })
    if (onLine) byLine(child.stdout, onLine)
    child.once('error', (error) => (last = { text: error.message, at: Date.now() }))
    // What was said long before has nothing to do with the end.
    return { child, lastError: () => (Date.now() - last.at < LAST_WORDS_MS ? last.text : '') }
  }

  /** Stops all programs and ends this one with `code`. */
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

/** Longer lines are passed on in pieces. */
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
