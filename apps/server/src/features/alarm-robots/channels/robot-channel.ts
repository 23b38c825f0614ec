import type { RobotChannelName } from '@tanker/domain/alarms/notice'
import type { Text } from '@tanker/domain/texts/text'
import type { SendAnswer } from '../../../platform/messages/deliver-queue.ts'

/** A message to a robot: Markdown, its lines apart. */
export type RobotMessage = { readonly title: string; readonly lines: readonly string[] }

/** Where a robot is, decrypted. `secret` is '' where messages are not signed. */
export type RobotAddress = { readonly address: string; readonly secret: string }

/** How one service takes messages. */
export type RobotChannel = {
  readonly name: RobotChannelName
  /** The part of the address that names the robot; it is secret. */
  readonly tokenName: string
  /** What is missing in an address. */
  readonly noToken: Text
  /** Most bytes of the text of a message. */
  readonly maxBytes: number
  request(to: RobotAddress, message: RobotMessage, nowMs: number): { readonly address: string; readonly body: string }
  /** Answers that mean "too many messages", which pass; all others but 0 are errors that stay. */
  readonly busyCodes: readonly number[]
}

/** What an answer of a robot's service means: an error comes with status 200 and a code. */
export function answerOf({ busyCodes }: Pick<RobotChannel, 'busyCodes'>, status: number, body: string): SendAnswer {
  if (status === 429 || status >= 500) return { what: 'unanswered', said: `HTTP ${status}` }
  if (status !== 200) return { what: 'refused', said: `HTTP ${status}` }
  const said = coded(body)
  if (said === null) return { what: 'refused', said: 'HTTP 200: this is no answer of a robot' }
  if (said.code === 0) return { what: 'sent' }
  return { what: busyCodes.includes(said.code) ? 'busy' : 'refused', said: `${said.code} ${said.words}`.trim() }
}

function coded(body: string): { readonly code: number; readonly words: string } | null {
  try {
    const { errcode, errmsg } = JSON.parse(body) as { readonly errcode?: unknown; readonly errmsg?: unknown }
    return typeof errcode === 'number' ? { code: errcode, words: typeof errmsg === 'string' ? oneLineOf(errmsg) : '' } : null
  } catch {
    return null
  }
}

const oneLineOf = (words: string): string => words.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').slice(0, 200)
