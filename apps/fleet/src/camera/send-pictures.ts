/** Sends the pictures of one event over a connection of their own: 0x1210, then 0x1211, pieces and 0x1212 for each (T/JSATL 12 chapter 5). */
import { encodeAttachmentData } from '@tanker/protocol/attachment-data'
import type { Version } from '@tanker/protocol/frame'
import type { DecodedMessage, MessageOfKind } from '@tanker/protocol/message'
import { type Connection, openConnection, type Received } from '../wire/connection.ts'

export type SendOptions = {
  readonly order: MessageOfKind<'request-evidence'>
  readonly item: 0x64 | 0x65
  readonly type: number
  readonly pictures: readonly Uint8Array[]
  readonly phone: string
  readonly version: Version
  readonly terminalId: string
  /** Whether a piece is lost on its way, so that the platform must ask for it. */
  readonly losesPiece: () => boolean
  readonly signal: AbortSignal
}

const answerMs = 15_000
const pieceBytes = 4_096
/** How often the platform may ask for what is missing of one picture. */
const rounds = 10
const pictureType = 0

type Picture = { readonly name: string; readonly bytes: Uint8Array }

class NotSent extends Error {}

/** Whether the platform has every picture. */
export async function sendPictures(options: SendOptions): Promise<boolean> {
  const { order, pictures, terminalId } = options
  const line = openLine(options)
  try {
    const kind = options.item.toString(16)
    const code = `${kind}${options.type.toString(16).padStart(2, '0')}`
    const files = pictures.map((bytes, index) => ({ name: `00_${kind}_${code}_${index}_${order.alarmNumber}.jpg`, bytes }))
    await line.opened
    const { mark, alarmNumber } = order
    const announced = files.map(({ name, bytes }) => ({ name, bytes: bytes.length }))
    await line.agreed({ kind: 'evidence-files', terminalId, mark, alarmNumber, repeated: 0, files: announced })
    for (const file of files) await sendPicture(line, file, options.losesPiece)
    return true
  } catch (error) {
    if (error instanceof NotSent) return false
    throw error
  } finally {
    line.end()
  }
}

async function sendPicture(line: Line, { name, bytes }: Picture, losesPiece: () => boolean): Promise<void> {
  const head = { name, type: pictureType, bytes: bytes.length }
  await line.agreed({ kind: 'evidence-file-begins', ...head })
  let missing: readonly { readonly offset: number; readonly length: number }[] = [{ offset: 0, length: bytes.length }]
  for (let round = 0; round < rounds; round += 1) {
    for (const { offset, length } of missing)
      for (let at = offset; at < offset + length; at += pieceBytes) {
        const piece = bytes.subarray(at, Math.min(at + pieceBytes, offset + length, bytes.length))
        if (!losesPiece()) line.raw(encodeAttachmentData(name, at, piece))
      }
    const answer = await line.answered({ kind: 'evidence-file-ended', ...head }, ({ kind }) => kind === 'evidence-file-answer')
    if (answer.kind !== 'evidence-file-answer') throw new NotSent()
    if (answer.result === 0) return
    missing = answer.missing
  }
  throw new NotSent()
}

type Line = ReturnType<typeof openLine>
type Outgoing = Parameters<Connection['send']>[0]

/** One question at a time, each with its answer. @throws NotSent when none comes */
function openLine({ order, phone, version, signal }: SendOptions) {
  let serial = 0
  let waiting: { take(received: Received): void; fail(): void } | null = null
  let isClosed = false
  let connection!: Connection
  const opened = new Promise<void>((onOpen, reject) => {
    connection = openConnection({
      host: order.host,
      port: order.tcpPort,
      phone,
      version,
      nextSerial: (parts) => (serial += parts) - parts,
      onOpen,
      onReceived: (received) => waiting?.take(received),
      onClosed() {
        isClosed = true
        reject(new NotSent())
        waiting?.fail()
      },
    })
  })
  const cut = (): void => connection.cut()
  signal.addEventListener('abort', cut, { once: true })

  function answered(message: Outgoing, isAnswer: (message: DecodedMessage, sentAs: number) => boolean): Promise<DecodedMessage> {
    return new Promise((resolve, reject) => {
      const finish = (then: () => void): void => {
        clearTimeout(timer)
        waiting = null
        then()
      }
      const fail = (): void => finish(() => reject(new NotSent()))
      const timer = setTimeout(fail, answerMs)
      const sent = isClosed ? null : connection.send(message)
      if (sent === null) return fail()
      waiting = {
        fail,
        take: (received) => isAnswer(received.message, sent.serial) && finish(() => resolve(received.message)),
      }
    })
  }
  return {
    opened,
    raw: connection.raw,
    answered,
    async agreed(message: Outgoing): Promise<void> {
      const answer = await answered(message, (one, sentAs) => one.kind === 'platform-reply' && one.replySerial === sentAs)
      if (answer.kind !== 'platform-reply' || answer.result !== 0) throw new NotSent()
    },
    end(): void {
      signal.removeEventListener('abort', cut)
      connection.end()
    },
  }
}
