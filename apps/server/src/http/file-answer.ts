import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Media types of the files that calls answer. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const BYTES = 'application/octet-stream'
export type FileType = typeof XLSX | typeof BYTES

/** An answer that is a file to be saved and not an envelope; what goes wrong before it begins is told by the envelope. */
export class FileAnswer {
  readonly content: Readable
  readonly type: FileType
  readonly name: string

  constructor(content: Readable, type: FileType, name: string) {
    this.content = content
    this.type = type
    this.name = name
  }

  /** Sends it. Who takes nothing for `unreadMs` is cut, so that what the content holds is given back. */
  send(reply: FastifyReply, unreadMs: number): FastifyReply {
    reply.raw.setTimeout(unreadMs, () => reply.raw.destroy())
    return reply
      .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(this.name).replaceAll("'", '%27')}`)
      .header('X-Content-Type-Options', 'nosniff')
      .type(this.type)
      .send(this.content)
  }
}
