import type { Readable } from 'node:stream'
import type { FileType, MediaType } from '@tanker/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { attachmentNamed } from './file-answer.ts'

export type PartlyRead = {
  readonly type: FileType | MediaType
  readonly name: string
  readonly bytes: number
  /** Hex digest of the content: a browser with one part continues only with parts of the same file. */
  readonly digest: string
  /** The bytes of this part, both ends included. */
  readonly read: (from: number, to: number) => Promise<Readable>
}

/** A stored file that browsers read in parts: they play a clip from any place without loading all of it (RFC 9110, 14). */
export class PartlyReadFile {
  readonly #file: PartlyRead

  constructor(file: PartlyRead) {
    this.#file = file
  }

  /** Sends what was asked for. A client that reads nothing for `unreadMs` is disconnected; a browser asks for the rest when it goes on. */
  async send({ headers }: FastifyRequest, reply: FastifyReply, unreadMs: number): Promise<FastifyReply> {
    const { type, name, bytes, digest, read } = this.#file
    const tag = `"${digest}"`
    // Kept by the browser, but asked for each time: the next user of this browser may not see it. A refusal is not kept.
    const isFile = (): FastifyReply =>
      reply.header('Cache-Control', 'private, no-cache').header('ETag', tag).header('Accept-Ranges', 'bytes')
    if (tagsIn(headers['if-none-match']).some((one) => one === tag || one === '*')) return isFile().code(304).send()
    const part = headers.range === undefined || (headers['if-range'] ?? tag) !== tag ? null : partOf(bytes, headers.range)
    if (part === 'beyond') return reply.code(416).header('Content-Range', `bytes */${bytes}`).send()
    const { start, end } = part ?? { start: 0, end: bytes - 1 }
    const content = await read(start, end)
    if (part !== null) void reply.code(206).header('Content-Range', `bytes ${start}-${end}/${bytes}`)
    reply.raw.setTimeout(unreadMs, () => reply.raw.destroy())
    return isFile()
      .header('Content-Disposition', attachmentNamed(name))
      .header('Content-Length', end - start + 1)
      .header('X-Content-Type-Options', 'nosniff')
      .type(type)
      .send(content)
  }
}

const tagsIn = (header: string | undefined): string[] => (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/**
 * One part; null where the whole file is answered: without a range, with one that cannot be read, and with several at once, which no
 * browser asks for when it plays.
 */
function partOf(bytes: number, header: string): { readonly start: number; readonly end: number } | 'beyond' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header) ?? []
  if (from === '' && to === '') return null
  const [start, end] = from === '' ? [Math.max(0, bytes - Number(to)), bytes - 1] : [Number(from), to === '' ? bytes - 1 : Number(to)]
  if (from !== '' && to !== '' && start > end) return null
  return start >= bytes ? 'beyond' : { start, end: Math.min(end, bytes - 1) }
}
