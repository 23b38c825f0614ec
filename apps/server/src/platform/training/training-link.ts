import { type TrainingAnswer, trainingAnswer, type TrainingMessage, type TrainingQuestion } from '@tanker/contract/training'

/** Questions that wait for an answer. */
const MAX_WAITING_QUESTIONS = 50
const ANSWER_WITHIN_MS = 5_000

/** The program that plays staged accidents, as the server knows it. */
export type TrainingLink = {
  /** Null: no answer in time, or none that can be read. */
  ask(question: TrainingQuestion): Promise<TrainingAnswer | null>
}

/** The process channel to the start command. */
type Channel = {
  send?(message: unknown): unknown
  on(event: 'message', hear: (message: unknown) => void): unknown
}

/** Opens the link over the process channel; null without one. */
export function openTrainingLink(channel: Channel): TrainingLink | null {
  if (!channel.send) return null
  const waiting = new Map<number, (answer: TrainingAnswer | null) => void>()
  let nextId = 0
  channel.on('message', (message) => {
    const { id, answer } = (message as Partial<TrainingMessage> | null)?.training ?? {}
    if (id === undefined) return
    const { data = null } = trainingAnswer.safeParse(answer)
    waiting.get(id)?.(data)
  })
  return {
    ask(question) {
      if (waiting.size >= MAX_WAITING_QUESTIONS) return Promise.resolve(null)
      const id = nextId++
      return new Promise((done) => {
        const end = (answer: TrainingAnswer | null): void => {
          clearTimeout(timer)
          waiting.delete(id)
          done(answer)
        }
        const timer = setTimeout(() => end(null), ANSWER_WITHIN_MS)
        waiting.set(id, end)
        channel.send?.({ training: { id, question } } satisfies TrainingMessage)
      })
    },
  }
}
