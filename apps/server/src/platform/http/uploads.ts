import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from './errors.ts'

/** Parts of one upload: the file, and fields that a client adds. */
const MAX_PARTS = 10
/** Longest added field in bytes. */
const MAX_FIELD_BYTES = 10_000
/** Header lines of a part, and their bytes. */
const MAX_PART_HEADERS = 20
const MAX_PART_HEADER_BYTES = 8_000

/** The field with the file. */
const FILE_FIELD = 'file'

const TOO_MANY_PARTS = {
  zh: `上传内容最多 ${MAX_PARTS} 个部分、1 个文件，请只提交字段 ${FILE_FIELD}。`,
  en: `An upload has at most ${MAX_PARTS} parts, one of them a file. Please send only the field ${FILE_FIELD}.`,
}
const NO_FILE = { zh: '请选择要导入的表格文件。', en: 'Please choose the spreadsheet to import.' }

/** Registers calls that take a file. Only they accept multipart/form-data; all others refuse it unread. */
export async function registerUploads(app: FastifyInstance, register: (uploads: FastifyInstance) => void): Promise<void> {
  await app.register(async (uploads) => {
    await uploads.register(multipart)
    register(uploads)
  })
}

/**
 * The file of an upload, read part by part as it arrives; undefined if the body is no multipart/form-data. Refuses bodies of more than
 * `limitBytes`, with too many parts, cut off or without the file.
 */
export async function readUpload(request: FastifyRequest, reply: FastifyReply, limitBytes: number): Promise<Uint8Array | undefined> {
  if (!request.isMultipart()) return undefined
  // Node reads the announced rest away, so that the message reaches the client.
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw errors.bodyTooLarge(limitBytes)
  const file = await Promise.race([
    readFile(request, limitBytes),
    new Promise<never>((_, reject) =>
      afterBytes(request, limitBytes, () => {
        void reply.header('Connection', 'close')
        reject(errors.bodyTooLarge(limitBytes))
      }),
    ),
  ])
  if (file === undefined) throw errors.sheetUnreadable(NO_FILE)
  return file
}

async function readFile(request: FastifyRequest, limitBytes: number): Promise<Uint8Array | undefined> {
  const limits = {
    files: 1,
    parts: MAX_PARTS,
    fileSize: limitBytes,
    fieldSize: MAX_FIELD_BYTES,
    headerPairs: MAX_PART_HEADERS,
    headerSize: MAX_PART_HEADER_BYTES,
  }
  let file: Uint8Array | undefined
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') continue
      const content = await part.toBuffer()
      if (part.fieldname === FILE_FIELD) file = content
    }
  } catch (error) {
    switch ((error as { code?: string }).code) {
      case 'FST_REQ_FILE_TOO_LARGE':
        throw errors.bodyTooLarge(limitBytes)
      case 'FST_PARTS_LIMIT':
      case 'FST_FILES_LIMIT':
        throw errors.badInput(TOO_MANY_PARTS)
      default:
        throw errors.sheetUnreadable(NO_FILE)
    }
  }
  return file
}

/** The parser's limits do not cover what is around the parts of a body that does not announce its length. */
function afterBytes({ raw }: FastifyRequest, limitBytes: number, exceeded: () => void): void {
  let received = 0
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received <= limitBytes) return
    raw.unpipe()
    exceeded()
  })
}
