import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from './errors.ts'
import { MAX_ITEMS_OF_A_LIST, MAX_JSON_DEPTH, MAX_NAMES_OF_AN_OBJECT, jsonShapeProblem } from './json-shape.ts'

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

/** The JSON of other systems. All other calls refuse it. */
export function installJsonParser(app: FastifyInstance): void {
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
}
