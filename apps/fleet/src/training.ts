/** Answers what the server asks of staged accidents: which there are, what is played now, and that one is to be played. */
import type { ControlledPlay, TrainingAnswer, TrainingQuestion } from '@tanker/contract/training'
import type { Fleet, StagedPlay } from './fleet.ts'
import { stageOf, STAGES } from './scenarios/stages.ts'

/** Accidents staged within a minute. */
const MAX_STAGED_A_MINUTE = 6
/** Accidents listed; of more, the oldest that are over are left out. With as many that are not over, no more are taken. */
const MAX_LISTED_PLAYS = 20
/** A truck that the accident suits is looked for so long. */
const MAX_WAIT_FOR_TRUCK_MS = 10 * 60_000

const minuteMs = 60_000

export type Training = { answer(question: TrainingQuestion): TrainingAnswer }

/** @param now ms since 1970 UTC, the clock of the trucks */
export function createTraining(fleet: Fleet, now: () => number): Training {
  let plays: { readonly id: number; readonly askedAt: number; readonly play: StagedPlay }[] = []
  // Ids of an earlier run of the fleet do not come again.
  let nextId = Math.floor(now() / 1_000)

  function stage(name: string, phone: string | null): TrainingAnswer {
    const found = stageOf(name)
    if (!found) return { refused: 'no-such-stage' }
    const life = phone === null ? null : fleet.lives.find(({ body }) => body.row.terminalPhone === phone)
    if (life === undefined) return { refused: 'no-such-truck' }
    if (phone !== null && plays.some(({ play }) => isOpen(play) && phoneOf(play) === phone)) return { refused: 'truck-busy' }
    const at = now()
    const open = plays.filter(({ play }) => isOpen(play))
    if (open.length >= MAX_LISTED_PLAYS || plays.filter(({ askedAt }) => at - askedAt < minuteMs).length >= MAX_STAGED_A_MINUTE)
      return { refused: 'too-many' }
    const one = { id: nextId++, askedAt: at, play: fleet.stage(found.scenario, { life, untilMs: at + MAX_WAIT_FOR_TRUCK_MS }) }
    const over = plays.filter(({ play }) => !isOpen(play)).slice(0, MAX_LISTED_PLAYS - 1 - open.length)
    plays = [one, ...plays.filter((other) => open.includes(other) || over.includes(other))]
    return { id: one.id, title: found.scenario.title }
  }

  return {
    answer(question) {
      if (question.ask === 'stage') return stage(question.stage, question.phone)
      return {
        stages: STAGES.map(({ scenario: { name, title }, shows }) => ({ name, title, shows })),
        plays: plays.map(({ id, play }): ControlledPlay => ({
          id,
          stage: play.scenario.name,
          state: play.state,
          startedAt: play.startedAt,
          phone: phoneOf(play),
        })),
      }
    },
  }
}

const isOpen = ({ state }: StagedPlay): boolean => state === 'waiting' || state === 'playing'
const phoneOf = ({ life }: StagedPlay): string | null => life?.body.row.terminalPhone ?? null
