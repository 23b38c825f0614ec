import { join } from 'node:path'
import { MANHOLE } from '@tanker/domain/devices/probe-type'
import { expect, test } from 'vitest'
import { lifeMaker } from './fleet.ts'
import { replay } from './history-replay.ts'
import { type Report, thriftyRates } from './reporter.ts'
import type { Scenario } from './scenarios/scenario.ts'
import { wait } from './story.ts'
import { announce, setProbe } from './truck-body.ts'
import type { TruckLife } from './truck-life.ts'
import { loadWorld } from './world.ts'

const world = loadWorld(join(import.meta.dirname, '../world'))
const bornAt = Date.UTC(2026, 9, 12, 1, 0, 0)
const makeLife = lifeMaker(world, 21, null)
const row = world.trucks[3]!

const reportsOf = (life: TruckLife, untilMs: number): Report[] =>
  life.advance(untilMs).flatMap((output) => (output.kind === 'report' ? [output.report] : []))
const manholeIn = ({ at, probes }: Report) =>
  probes
    .filter(({ compartment, type }) => compartment === 1 && type === MANHOLE)
    .map(({ open, sealCount }) => ({ secondsIn: (at - bornAt) / 1_000, open, sealCount }))

/** The isolator is thrown at second 4; `opensAtS` says when covers are opened, each for 30 s. */
const shutsDown = (opensAtS: readonly number[]): Scenario => ({
  name: 'shuts-down',
  title: { zh: '关机', en: 'Shuts down' },
  feeds: [],
  weight: 0,
  manner: 'alongside',
  suits: () => true,
  *play(body) {
    announce(body, 'console-shut-down')
    for (let second = 0; second < 300; second++) {
      if (opensAtS.includes(second)) setProbe(body, 1, MANHOLE, { open: true })
      if (opensAtS.includes(second - 30)) setProbe(body, 1, MANHOLE, { open: false })
      if (second === 4) body.consoleUp = false
      yield 1
    }
    body.consoleUp = true
    body.everythingNow = true
    announce(body, 'console-started')
    yield* wait(60)
  },
})

test.each([
  ['the second in which the console shuts down', [4]],
  ['the second before', [3]],
  ['while it is off', [100]],
  ['twice, before and while it is off', [3, 150]],
])('an opening in %s is stored by the console and reported: no seal count leaps', (_, opensAtS) => {
  const life = makeLife(row, bornAt)
  reportsOf(life, bornAt + 5_000)
  life.play(shutsDown(opensAtS))
  const seen = reportsOf(life, bornAt + 600_000).flatMap(manholeIn)
  for (const [index, secondsIn] of opensAtS.entries())
    expect(seen.find(({ sealCount }) => sealCount === index + 1)).toMatchObject({ secondsIn: secondsIn + 5, open: true })
  expect(seen.at(-1)).toMatchObject({ open: false, sealCount: opensAtS.length })
})

test('a gap that is replayed begins with a report of all seals', () => {
  const life = makeLife(row, bornAt)
  const fromAt = bornAt + 7_000
  const { mark } = life
  const again = makeLife(row, mark, { rates: thriftyRates })
  const parts = [...replay(again, { phone: row.terminalPhone, from: mark, fromAt, toAt: fromAt + 3_600_000, beforeLive: true })]
  const [first] = parts.flatMap(({ reports }) => reports)
  expect(first!.probes).toHaveLength(again.body.probes.length)
})
