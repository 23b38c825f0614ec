import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from './errors.ts'
import { MAX_ITEMS_OF_A_LIST, MAX_JSON_DEPTH, MAX_NAMES_OF_AN_OBJECT, jsonShapeProblem } from './json-shape.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call takes one file as multipart/form-data; it is in the body as `sheet`. */
    takesSheet?: boolean
  }
}

const SHAPE_PROBLEMS = {
  names: {
    zh: `一个对象最多 ${MAX_NAMES_OF_AN_OBJECT} 个字段，请只提交接口文档中的字段。`,
    en: `An object has at most ${MAX_NAMES_OF_AN_OBJECT} fields. Please send only those of the interface description.`,
  },
  items: {
    zh: `一个列表最多 ${MAX_ITEMS_OF_A_LIST} 项，请分批提交。`,
    en: `A list has at most ${MAX_ITEMS_OF_A_LIST} entries. Please send several batches.`,
  },
  depth: { zh: `嵌套最多 ${MAX_JSON_DEPTH} 层。`, en: `JSON is nested at most ${MAX_JSON_DEPTH} levels deep.` },
} as const

/** Bodies other than forms: JSON from other systems and users' spreadsheets. All other calls refuse both. */
export function installBodyParsers(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, body: string) => {
    if (request.routeOptions.config.policy !== 'integration') throw errors.notFormEncoded()
    const problem = jsonShapeProblem(body)
    if (problem !== null) throw errors.badInput(SHAPE_PROBLEMS[problem])
    try {
      const given: unknown = JSON.parse(body)
      if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given
    } catch {
      // Falls through: invalid JSON is refused like JSON that is no object.
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
