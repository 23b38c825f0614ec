import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from '../http/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call takes one file as multipart/form-data; it lies in the body as `sheet`. */
    takesSheet?: boolean
  }
}

/** Bodies that are no forms: JSON of other systems, and spreadsheets of users. Every other call refuses both. */
export function installBodyParsers(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, body: string) => {
    if (request.routeOptions.config.policy !== 'integration') throw errors.notFormEncoded()
    try {
      const given: unknown = JSON.parse(body)
      if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given
    } catch {
      // Falls through: what is not JSON is refused like JSON that is no object.
    }
    throw errors.notJson()
  })
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (request.routeOptions.config.takesSheet !== true) throw errors.notFormEncoded()
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': request.headers['content-type'] ?? '' } })
      .formData()
      .catch(() => null)
    const file = form?.get('file')
    if (!(file instanceof File))
      throw errors.sheetUnreadable({ zh: '请选择要导入的表格文件。', en: 'Please choose the spreadsheet to import.' })
    return { sheet: new Uint8Array(await file.arrayBuffer()) }
  })
}
