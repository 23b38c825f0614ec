import type { Readable } from 'node:stream'
import type { FileType } from '@tanker/contract/endpoint'
import type { FastifyReply } from 'fastify'

/** A file answer instead of an envelope; errors before it starts are answered with the envelope. */
export class FileAnswer {
  readonly content: Readable
  readonly type: FileType
  readonly name: string

  constructor(content: Readable, type: FileType, name: string) {
    this.content = content
    this.type = type
    this.name = name
  }

  /** Sends it. A client that reads nothing for `unreadMs` is disconnected, so that the resources of the content are released. */
  send(reply: FastifyReply, unreadMs: number): FastifyReply {
    reply.raw.setTimeout(unreadMs, () => reply.raw.destroy())
    return reply
      .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(this.name).replaceAll("'", '%27')}`)
      .header('X-Content-Type-Options', 'nosniff')
      .type(this.type)
      .send(this.content)
  }
}
