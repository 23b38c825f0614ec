import fc from 'fast-check'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { fileResults } from '@tanker/protocol/messages/transparent.message'
import { encodeFirmwareHead } from '@tanker/protocol/tanker-extension/firmware-file'
import { tanker1 } from '@tanker/protocol/models/tanker-1.model'
import { FileTransfer } from './file-transfer.ts'
import { COMMANDS } from '../app.ts'
import type { OpenCommand } from './open-command.ts'
import type { FileAnswer, SendingStep } from './sending.ts'

const protocol = { version: 2019, model: tanker1 } as const

const commandOf = (content: Buffer): OpenCommand => ({
  id: 1,
  truckId: 1,
  kind: 'tank-table',
  compartment: 2,
  device: null,
  newVersion: '',
  maker: '',
  hardware: '',
  hasKept: false,
  state: 'sending',
  tries: 1,
  maxTries: 3,
  crc32: crc32(content),
  content,
  values: {},
})

function transferOf(command: OpenCommand): FileTransfer {
  const payload = COMMANDS.of(command.kind).encode(command, protocol)
  if (payload.done !== 'file') throw new Error('not a file')
  return new FileTransfer(command, payload, protocol)
}

/** What follows from an answer. */
const follows = (transfer: FileTransfer, answer: FileAnswer): SendingStep | null => transfer.heard({ kind: 'transparent-up', ...answer })

/** What happens on the way of one message down and its answer up. */
type Mishap = 'none' | 'lost-down' | 'lost-up' | 'answered-twice'

/** A console as docs/tanker-extension.md wants it. */
class Console {
  readonly got: Buffer[] = []
  filled = 0
  readonly #command: OpenCommand

  constructor(command: OpenCommand) {
    this.#command = command
  }

  take(offset: number, data: Uint8Array): FileAnswer {
    if (offset === this.filled && data.length > 0) {
      this.got.push(Buffer.from(data))
      this.filled += data.length
    }
    const { content, crc32: sum, compartment } = this.#command
    const isWhole = this.filled === content.length
    const result = isWhole ? fileResults.finished : fileResults.goOn
    const head = { type: 0xf6, content: 'tanker-file', version: 1, action: 1, file: 32, subject: compartment } as const
    return { ...head, crc32: sum, total: content.length, result, next: this.filled, data: new Uint8Array(0) }
  }
}

test('with any loss or repeated answer a file arrives complete, and no part is sent again that the console has', () => {
  const mishaps = fc.array(fc.constantFrom<Mishap>('none', 'none', 'none', 'lost-down', 'lost-up', 'answered-twice'), { maxLength: 60 })
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 6_000 }), mishaps, (bytes, happens) => {
      const command = commandOf(Buffer.from(bytes))
      const transfer = transferOf(command)
      const device = new Console(command)
      const toHappen = [...happens]
      for (let sent = 0, isDone = false; !isDone; sent += 1) {
        if (sent > 500) throw new Error('the transfer does not end')
        const message = transfer.message()
        if (message.kind !== 'transparent-down' || message.content !== 'tanker-file') throw new Error('not a part of a file')
        expect(message.data.length === 0 || message.offset === device.filled).toBe(true)
        const mishap = toHappen.shift() ?? 'none'
        const answer = mishap === 'lost-down' ? null : device.take(message.offset, message.data)
        if (answer === null || mishap === 'lost-up') {
          transfer.askAgain()
          continue
        }
        const step = follows(transfer, answer)
        isDone = step?.do === 'done'
        if (mishap === 'answered-twice' && !isDone) expect(follows(transfer, answer)).toEqual({ do: 'wait' })
      }
      expect(Buffer.concat(device.got)).toEqual(command.content)
    }),
  )
})

test('a console that wants to continue beyond the end has another file', () => {
  const command = commandOf(Buffer.alloc(100))
  const transfer = transferOf(command)
  const answer = new Console(command).take(0, new Uint8Array(0))
  expect(follows(transfer, { ...answer, next: 100 })).toEqual({ do: 'fail', result: 'refused' })
})

test.each([
  ['controller', 33],
  ['probe', 34],
  ['gauge', 35],
] as const)('firmware of a %s goes as file %i for the whole truck, and one that could not be upgraded is tried again', (device, file) => {
  const command: OpenCommand = { ...commandOf(Buffer.alloc(100, 1)), kind: 'upgrade', compartment: 0, device, newVersion: 'X2' }
  const transfer = transferOf(command)
  const asked = transfer.message()
  if (asked.kind !== 'transparent-down' || asked.content !== 'tanker-file') throw new Error('not a file')
  const head = encodeFirmwareHead({ maker: '', hardware: '', version: 'X2', bytes: 100 })
  expect(asked).toMatchObject({ file, subject: 0, total: head.length + 100, crc32: crc32(Buffer.concat([head, command.content])) })
  const { crc32: sum, total } = asked
  const answer = { ...new Console(command).take(0, new Uint8Array(0)), file, crc32: sum, total }
  expect(follows(transfer, answer)).toEqual({ do: 'send', ackedBytes: 0 })
  const part = transfer.message()
  expect('data' in part && part.data).toEqual(Buffer.concat([head, command.content]))
  expect(follows(transfer, { ...answer, result: fileResults.notUpgraded })).toEqual({ do: 'again', because: 'device' })
  expect(follows(transfer, { ...answer, file: 32 })).toBeNull()
})
