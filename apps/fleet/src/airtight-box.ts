/** The airtightness test box of some trucks: after work it now and then tests each compartment, above and below the air around it. */
import type { AirtightBox } from '@tanker/domain/reading'
import { ambientC } from './air.ts'
import type { TruckBody } from './truck-body.ts'

/** One truck in so many carries a box, and tests its tank once in so many days. */
const boxedOneIn = 3
const testedOneDayIn = 5
/** One hold in so many finds a leak. */
const leakingOneIn = 14

const dayMs = 86_400_000
/** The vapour comes to rest before the first test. */
const settlingS = 600
const pressurisingS = 120
const holdingS = 330
const runS = 480
const positivePa = 4_500
const negativePa = -1_500
/** Fall of the pressure in five minutes, Pa. */
const tightLossPa = { from: 40, range: 150 }
const leakLossPa = 700
const watchedS = 300

export const carriesBox = ({ row }: Pick<TruckBody, 'row'>): boolean =>
  row.model !== 'sprinkler' && Number(row.consoleCode) % boxedOneIn === 0

const runsOf = ({ compartments }: TruckBody): number => compartments.length * 2

/** When the tests of a rest that begins now start; 0 when it is not their day, or the rest too short. */
export function testsFrom(body: TruckBody): number {
  const isDay = (Math.floor(body.at / dayMs) + Number(body.row.consoleCode)) % testedOneDayIn === 0
  const neededMs = (settlingS + runsOf(body) * runS) * 1_000
  return carriesBox(body) && isDay && body.restsUntil - body.at > neededMs ? body.at + settlingS * 1_000 : 0
}

export const isTesting = (body: TruckBody): boolean =>
  body.testsFrom !== 0 && body.at >= body.testsFrom && body.at <= body.testsFrom + runsOf(body) * runS * 1_000

/** What the box says now. */
export function readBox(body: TruckBody): AirtightBox {
  const idle: AirtightBox = {
    phase: 'idle',
    test: 'none',
    valveBits: 0,
    answering: true,
    testNo: 0,
    pressurePa: 0,
    temperatureC: ambientC(body.at) + 2,
    compartmentBits: 0,
  }
  if (!isTesting(body)) return idle
  const seconds = (body.at - body.testsFrom) / 1_000
  const run = Math.floor(seconds / runS)
  const compartment = body.compartments[Math.floor(run / 2)]
  if (compartment === undefined) return idle
  const test = run % 2 === 0 ? 'positive' : 'negative'
  const startPa = test === 'positive' ? positivePa : negativePa
  const testNo = Math.floor(body.testsFrom / dayMs) * 100 + run
  const of = { ...idle, test, testNo, compartmentBits: 1 << (compartment.row.compartment - 1) } as const
  const inRun = seconds - run * runS
  if (inRun < pressurisingS)
    return { ...of, phase: 'pressurising', valveBits: 1, pressurePa: Math.round((startPa * inRun) / pressurisingS) }
  if (inRun > pressurisingS + holdingS) return { ...of, phase: 'finished', valveBits: 2 }
  const held = inRun - pressurisingS
  const lost = lossPa(Number(body.row.consoleCode) * 31 + testNo) * (held / watchedS)
  return { ...of, phase: 'holding', pressurePa: Math.round(startPa - Math.sign(startPa) * Math.min(lost, Math.abs(startPa))) }
}

/** The same for the same test, so that a life that is lived again finds the same. */
function lossPa(seed: number): number {
  if (seed % leakingOneIn === 0) return leakLossPa
  return tightLossPa.from + ((seed * 2_654_435_761) % tightLossPa.range)
}
