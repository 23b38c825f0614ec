import { REMOTE_COMMANDS, type RemoteCommandName, REMOTE_CONTROL_EXPIRES_S, remoteCommandName } from '@tanker/contract/remote-control'
import { statusBits, terminalCommands } from '@tanker/protocol/codes'
import type { Message } from '@tanker/protocol/message'
import { fileActions, fileResults, transparentTypes } from '@tanker/protocol/messages/transparent.message'
import { z } from 'zod'
import { defineDeviceCommand, type Payload } from '../../device-commands/define-device-command.ts'

const TRIES = { min: 1, max: 3, usual: 3 } as const
const TRACK = { intervalS: 5, validityS: 600 } as const
/** Bits of the alarm word that a platform may confirm (JT/T 808-2019 section 8.22): emergency, danger, area, route, time on a road, fuel, theft. */
const CONFIRMABLE = [0, 3, 20, 21, 22, 27, 28].reduce((bits, bit) => bits | (1 << bit), 0)
/** JT/T 808-2019 table 43: the doors. */
const DOORS = 1

const controlDoors = (locked: boolean): Payload => {
  const parameter = locked ? 1 : 0
  return {
    done: 'reply',
    message: { kind: 'vehicle-control', flag: parameter, items: [{ type: DOORS, parameter }] },
    matches: (reply, isOurs) => reply.kind === 'vehicle-control-answer' && isOurs(reply.replySerial),
    judge: (reply) => {
      const isLocked = reply.kind === 'vehicle-control-answer' && (reply.location.statusBits & statusBits.doorsLocked) !== 0
      return isLocked === locked ? {} : { result: 'read-back' }
    },
  }
}

/** Where the terminal says that it is. */
const placeIn = (reply: Message): Buffer | undefined => {
  if (reply.kind !== 'location-answer') return undefined
  const { lat, lng, speedKmh } = reply.location
  return Buffer.from(JSON.stringify({ lat, lng, speedKmh }))
}

/** A photo of 800 × 600, sent at once. */
const takePhoto = (channel: number): Payload => ({
  done: 'reply',
  message: {
    kind: 'take-picture',
    channel,
    command: 1,
    intervalS: 0,
    save: 0,
    resolution: 3,
    quality: 5,
    brightness: 127,
    contrast: 64,
    saturation: 64,
    chroma: 127,
  },
  matches: (reply, isOurs) => reply.kind === 'picture-answer' && isOurs(reply.replySerial),
  judge: (reply) => (reply.kind === 'picture-answer' && reply.result === 0 ? {} : { result: 'refused' }),
})

const clearFiles = (): Payload => ({
  done: 'reply',
  message: {
    kind: 'transparent-down',
    type: transparentTypes.tankerFile,
    content: 'tanker-file',
    version: 1,
    action: fileActions.clear,
    file: 0,
    subject: 0,
    crc32: 0,
    total: 0,
    offset: 0,
    data: new Uint8Array(0),
  },
  matches: (reply) => reply.kind === 'transparent-up' && reply.content === 'tanker-file' && reply.action === fileActions.clear,
  judge: (reply) =>
    reply.kind === 'transparent-up' && reply.content === 'tanker-file' && reply.result === fileResults.finished
      ? {}
      : { result: 'refused' },
})

const PAYLOADS: Readonly<Record<RemoteCommandName, (channel: number) => Payload>> = {
  locate: () => ({
    done: 'reply',
    message: { kind: 'location-query' },
    matches: (reply, isOurs) => reply.kind === 'location-answer' && isOurs(reply.replySerial),
    judge: (reply) => ({ answer: placeIn(reply) }),
  }),
  track: () => ({ done: 'ack', message: { kind: 'tracking-control', ...TRACK } }),
  'clear-alarms': () => ({ done: 'ack', message: { kind: 'confirm-alarm', replySerial: 0, alarmBits: CONFIRMABLE } }),
  photo: takePhoto,
  restart: () => ({ done: 'ack', message: { kind: 'terminal-control', command: terminalCommands.reset, parameters: '' } }),
  'clear-files': clearFiles,
  'lock-doors': () => controlDoors(true),
  'unlock-doors': () => controlDoors(false),
}

/** Has a terminal do something at once. */
export const remoteControlCommand = defineDeviceCommand({
  kind: 'remote-control',
  label: { zh: '远程控制', en: 'Remote control' },
  permission: 'trucks:control',
  /** `channel`: of the camera that takes a photo. */
  form: z.object({ command: remoteCommandName, reason: z.string(), channel: z.number().int().min(0).max(255).default(0) }),
  encode: ({ command, channel }) => PAYLOADS[command](channel),
  timeoutS: 15,
  installS: 15,
  tries: TRIES,
  goesFirst: true,
  onlyOnce: ({ command }) => REMOTE_COMMANDS[command].dangerous,
  expiryS: REMOTE_CONTROL_EXPIRES_S,
  follow: null,
})
