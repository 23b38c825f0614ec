import { answersFile } from '@tanker/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { textProblemIn } from '@tanker/contract/input-bounds'
import { BASE_PATH, type Envelope, RESULT, envelope } from '@tanker/contract/envelope'
import { MAX_SHEET_BYTES } from '@tanker/contract/integration'
import { openScope } from '@tanker/database/scope'
import type { z } from 'zod'
import { plainAddress } from '../access/seen-address.ts'
import { callFrom } from '../changes/caller.ts'
import { errors } from './errors.ts'
import { FileAnswer } from './file-answer.ts'
import { inputProblem, namedProblem } from './input-errors.ts'
import { PartlyReadFile } from './partly-read-file.ts'
import type { HttpParts } from './parts.ts'
import type { Route } from './routes.ts'
import { readUpload } from './uploads.ts'

/** Registers a route: reads its input, runs it, wraps the answer. */
export function registerRoute(app: FastifyInstance, route: Route, { connection, settings, metrics, limits }: HttpParts): void {
  // Required by the types, checked again at run time against casts.
  if ((route as Partial<Route>).policy === undefined)
    throw new Error(`The route ${route.method} ${route.path} has no policy: say who may call it.`)
  if (route.method !== 'GET' && route.audit === undefined)
    throw new Error(`The route ${route.method} ${route.path} does not say how it is audited: 'history', 'access' or { exempt: reason }.`)
  const answerEnvelope = answersFile(route) ? null : envelope(route.answer as z.ZodType)
  app.route({
    method: route.method,
    url: `${BASE_PATH}${route.path}`,
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    config: {
      policy: route.policy,
      onlyReads: route.onlyReads === true,
      isShown: route.shownAs !== undefined,
      whileOwing: route.whileOwing ?? [],
    },
    handler: async (request, reply) => {
      const started = performance.now()
      const { language, timeZone, user, sender } = request.caller
      const file = route.body === 'file' ? await readUpload(request, reply, MAX_SHEET_BYTES) : undefined
      const asked = { input: readInput(route, request), file, language, timeZone, request, reply }
      const data = await callFrom(plainAddress(request.ip), request.headers['user-agent'], () =>
        route.run(
          user !== null ? { ...asked, user, db: openScope(connection, user.scope) } : sender !== null ? { ...asked, sender } : asked,
        ),
      )
      metrics.callSeconds.observe({ route: route.path }, (performance.now() - started) / 1000)
      metrics.calls.inc({ route: route.path, resultCode: RESULT.ok })
      if (data instanceof FileAnswer) return data.send(reply, limits.unreadMs)
      if (data instanceof PartlyReadFile) return data.send(request, reply, limits.unreadMs)
      const answer: Envelope<unknown> = { resultCode: RESULT.ok, message: '', data }
      // Through JSON text, because the contract describes what the browser receives.
      return settings.checkAnswers && answerEnvelope !== null ? answerEnvelope.parse(JSON.parse(JSON.stringify(answer))) : answer
    },
  })
}

/** The input, parsed by the call's schema. Characters, lengths and nesting are bounded here for every call. */
function readInput(route: Route, { params, query, body }: FastifyRequest): unknown {
  // Batch rows are checked one by one, so that one wrong row does not refuse the others.
  const problem =
    textProblemIn(params) ?? textProblemIn(query) ?? (route.policy === 'integration' ? null : textProblemIn(body, route.maxText))
  if (problem) throw errors.badInput(namedProblem(problem))
  if (route.input === null) return null
  const given = route.method === 'GET' ? { ...(query as object) } : { ...(query as object), ...(body as object | undefined) }
  const read = route.input.safeParse(given, { reportInput: true })
  if (!read.success) throw errors.badInput(inputProblem(read.error))
  return read.data
}
