import { expect, test } from 'vitest'
import { crashAtPoints, errorCells, fewCells } from '../bench/crash-points.ts'
import { crashInRebuild } from '../bench/late-crash.ts'
import { crashAtCommandSteps } from '../bench/command-crashes.ts'
import { crashBeforePush } from '../bench/push-crash.ts'

test('[F02] ended at each named point of a frame’s way, the program has stored and answered exactly what it must, and what is sent again is stored once', async () => {
  const cells = fewCells()
  const verdict = await crashAtPoints(cells)
  expect(verdict.wrong).toEqual([])
  expect(verdict).toMatchObject({ cells: cells.length, missing: 0, doubled: 0, brokenChains: 0 })
  expect(verdict.facts).toBeGreaterThan(0)
}, 300_000)

test('[F28] ended at each step of a command, the program sends no part twice, asks the terminal first, and the command is done in its first attempt', async () => {
  const { commands, wrong } = await crashAtCommandSteps()
  expect(wrong).toEqual([])
  expect(commands).toBeGreaterThan(0)
}, 300_000)

test('[F36] an unexpected error ends the program with code 1 and its reason, and nothing is stored or answered by halves', async () => {
  const verdict = await crashAtPoints(errorCells(), { ending: 'throw' })
  expect(verdict.wrong).toEqual([])
  expect(verdict).toMatchObject({ missing: 0, doubled: 0, brokenChains: 0 })
}, 300_000)

test('[F02][F24] ended between an alarm’s commit and its push, the web console hears it at another server from its cursor, and every alarm once', async () => {
  const { raised, heard, signal } = await crashBeforePush()
  expect(signal).toBe('SIGKILL')
  expect(heard).toEqual(raised)
}, 300_000)

test('[truth 4.1] ended in the middle of judging late data of a truck that hung up, another gateway judges them, and nothing was concluded by halves', async () => {
  const { signal, before, after } = await crashInRebuild()
  expect(signal).toBe('SIGKILL')
  expect(before).toEqual({ alarms: 0, waits: true })
  expect(after).toEqual({ alarms: 1, waits: false })
}, 300_000)
