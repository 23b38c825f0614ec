import type { FastifyInstance } from 'fastify'
import { BASE_PATH } from '@tanker/contract/envelope'
import { describeCall, describePage, SHARED_COMPONENTS } from './describe-call.ts'
import type { Route } from './routes.ts'
import { withStyleNonce } from './security-headers.ts'

const docsPath = `${BASE_PATH}/docs`

type Operation = {
  readonly summary?: string
  readonly tags?: string[]
  readonly parameters?: { name?: string; in?: string; required?: boolean }[]
}

const DESCRIPTION = `Every answer of a call is { resultCode, message, data } with HTTP status 200, refusals too: resultCode 200 is success. Other HTTP statuses say that the request could not be read (400, 408, 421, 431), that there is no such call or not with this method (404), that a key calls too often (429, only below ${BASE_PATH}/integration, with Retry-After), or that the server failed (500); they carry the same envelope.

Bodies are form-encoded (files multipart/form-data); lists are repeated keys. Numbers are plain decimals. No text holds control characters but tab and line ends. A field that occurs twice and is no list is refused.

A call needs the session cookie and the header-id of the same session. Calls below ${BASE_PATH}/integration take JSON and the key of an organisation instead: Authorization: Bearer <key>.`

/** The OpenAPI document, generated from the contract's schemas. */
export function describeApi(routes: readonly Route[], version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { path, verb, operation } of [
    ...routes.map(describeCall),
    describePage(docsPath, 'What calls there are, for people', 'text/html'),
    describePage(`${docsPath}/json`, 'What calls there are, for tools', 'application/json'),
  ])
    paths[path] = { ...paths[path], [verb]: operation }
  return {
    openapi: '3.1.0',
    info: { title: 'Tanker Console', version, description: DESCRIPTION },
    servers: [{ url: '/' }],
    paths,
    components: SHARED_COMPONENTS,
  }
}

/** GET /api/docs for people and GET /api/docs/json for tools, both require a session or an integration key. */
export function serveApiDocs(app: FastifyInstance, routes: readonly Route[], version: string): void {
  // Generated on first request and cached: more than a megabyte, and constant while the program runs.
  let json: string | null = null
  let page: string | null = null
  const hidden = { config: { policy: 'page' } } as const
  app.get(`${docsPath}/json`, hidden, async (_request, reply) => {
    json ??= JSON.stringify(describeApi(routes, version))
    return reply.type('application/json; charset=utf-8').serializer(String).send(json)
  })
  app.get(docsPath, hidden, async (_request, reply) => {
    page ??= pageOf(describeApi(routes, version).paths)
    return reply.type('text/html; charset=utf-8').send(withStyleNonce(reply, page))
  })
}

function pageOf(paths: object): string {
  const rows = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs as Record<string, Operation>).map(
      ([verb, operation]) =>
        `<tr><td>${verb.toUpperCase()}</td><td>${escaped(path)}</td><td>${escaped(operation.tags?.join(', ') ?? '')}</td><td>${escaped(
          (operation.parameters ?? [])
            .flatMap(({ name, in: place, required }) => (place === 'query' ? [`${name}${required ? '*' : ''}`] : []))
            .join(', '),
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
