import type { Readable } from 'node:stream'
import type { FileType } from '@tanker/contract/endpoint'
import type { FastifyReply } from 'fastify'

/** A file answer instead of an envelope; errors before it starts are answered with the envelope. */
export class FileAnswer {
  readonly content: Readable
  readonly type: FileType
  readonly name: string
  /** Seconds that the browser may keep it; null: not at all. */
  readonly ageS: number | null

  constructor(content: Readable, type: FileType, name: string, ageS: number | null = null) {
    this.content = content
    this.type = type
    this.name = name
    this.ageS = ageS
  }

  /** Sends it. A client that reads nothing for `unreadMs` is disconnected, so that the resources of the content are released. */
  send(reply: FastifyReply, unreadMs: number): FastifyReply {
    if (this.ageS !== null) void reply.header('Cache-Control', `private, max-age=${this.ageS}`)
    reply.raw.setTimeout(unreadMs, () => reply.raw.destroy())
    return reply
      .header('Content-Disposition', attachmentNamed(this.name))
      .header('X-Content-Type-Options', 'nosniff')
      .type(this.type)
      .send(this.content)
  }
}

/** What is opened by its address is saved, never shown as a page. */
export const attachmentNamed = (name: string): string => `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`
