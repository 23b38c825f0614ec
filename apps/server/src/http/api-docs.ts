import fastifySwagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { BASE_PATH, HEADER } from '@tanker/contract/envelope'
import { withStyleNonce } from './security-headers.ts'

const docsPath = `${BASE_PATH}/docs`

/** The OpenAPI document, made from the contract's schemas. Register before the routes. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tanker Console',
        version,
        description:
          'Every answer is { resultCode, message, data } with HTTP 200; resultCode 200 is success, 401 no permission, 504 session expired. ' +
          'Bodies are form-encoded, arrays are repeated keys. A call needs the session cookie and the header-id of the same session. ' +
          'Calls below /api/integration take JSON and an organisation’s key instead: Authorization: Bearer <key>.',
      },
      components: {
        securitySchemes: {
          cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
          headerId: { type: 'apiKey', in: 'header', name: HEADER.session },
          integrationKey: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ cookie: [], headerId: [] }],
    },
    transform: jsonSchemaTransform,
  })
}

type Operation = { summary?: string; tags?: string[]; parameters?: { name: string; required?: boolean }[] }

/** GET /api/docs for people and GET /api/docs/json for tools, both for who is signed in or has a key. Register after the routes. */
export function serveApiDocs(app: FastifyInstance): void {
  // Made when it is asked for first, and never again: it is a megabyte, and the same until the program is started again.
  let json: string | null = null
  let page: string | null = null
  const hidden = { config: { policy: 'page' }, schema: { hide: true } } as const
  app.get(`${docsPath}/json`, hidden, async (_request, reply) => {
    json ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').serializer(String).send(json)
  })
  app.get(docsPath, hidden, async (_request, reply) => {
    page ??= pageOf(app.swagger().paths ?? {})
    return reply.type('text/html; charset=utf-8').send(withStyleNonce(reply, page))
  })
}

function pageOf(paths: object): string {
  const rows = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs as Record<string, Operation>).map(
      ([verb, operation]) =>
        `<tr><td>${verb.toUpperCase()}</td><td>${escaped(path)}</td><td>${escaped(operation.tags?.join(', ') ?? '')}</td><td>${escaped(
          (operation.parameters ?? []).map(({ name, required }) => (required ? `${name}*` : name)).join(', '),
        )}</td><td>${escaped(operation.summary ?? '')}</td></tr>`,
    ),
  )
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Tanker Console API</title>
<style nonce="STYLE_NONCE">body{font:14px system-ui;margin:2rem}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.3rem .6rem;text-align:left;vertical-align:top}</style>
<h1>Tanker Console API</h1><p>The whole description for tools: <a href="${docsPath}/json">${docsPath}/json</a> (OpenAPI 3.1).</p>
<table><tr><th>Method</th><th>Path</th><th>Who may call</th><th>Query</th><th>What it does</th></tr>${rows.join('\n')}</table></html>`
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
