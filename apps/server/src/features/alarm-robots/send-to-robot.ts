import { addressProblem } from '../../platform/outgoing/outgoing-address.ts'
import { postJson, type OutgoingOptions } from '../../platform/outgoing/post-json.ts'
import type { SendAnswer } from '../../platform/messages/deliver-queue.ts'
import type { Text } from '@tanker/domain/texts/text'
import { answerOf, type RobotAddress, type RobotChannel, type RobotMessage } from './channels/robot-channel.ts'

/** A service takes twenty messages a minute from one robot. */
export const GAP_MS = 3_500

/** Sends one message to a robot. */
export async function sendToRobot(
  channel: RobotChannel,
  to: RobotAddress,
  message: RobotMessage,
  { now, ...options }: OutgoingOptions & { readonly now: Date },
): Promise<SendAnswer> {
  const { address, body } = channel.request(to, message, now.getTime())
  const answer = await postJson(address, body, options)
  return answer.what === 'answered' ? answerOf(channel, answer.status, answer.body) : answer
}

/** What is wrong with the address of a robot as it was entered; null where nothing is. */
export function robotAddressProblem(channel: RobotChannel, address: string, allowed: OutgoingOptions['allowed']): Text | null {
  const problem = addressProblem(address, allowed)
  if (problem) return problem
  return (new URL(address).searchParams.get(channel.tokenName) ?? '') === '' ? channel.noToken : null
}

/** How the log and the list name an address: its host and the end of its token. */
export function addressHint(channel: RobotChannel, address: string): string {
  const { host, searchParams } = new URL(address)
  const token = searchParams.get(channel.tokenName) ?? ''
  return `${host} …${token.length >= 12 ? token.slice(-4) : ''}`
}
