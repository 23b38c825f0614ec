import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFiles } from './sizes.mjs'

/** Where calls are declared, sent and registered. */
const DECLARED = 'packages/contract/src/endpoints/'
const SENT = 'apps/web/src/platform/calls/'
const REGISTERED = 'apps/server/src/platform/http/register-route.ts'

/** Addresses of the server that are no endpoints of the contract, and why. */
const OTHER_ADDRESSES = {
  'apps/server/src/platform/http/api-docs.ts': 'pages that describe the endpoints themselves',
  'apps/server/src/platform/health/health-routes.ts': '/health and /metrics have the form that monitoring expects, outside /api',
  'apps/server/src/feed/alarm-socket.ts': 'a socket: its messages are in packages/contract/src/feed.ts',
  'apps/server/src/features/video/live-video.ts': 'a socket: its messages are in packages/contract/src/video.ts',
  'apps/server/src/features/video/playback-video.ts': 'a socket: its messages are in packages/contract/src/history-video.ts',
}
/** Requests of the web console that are no calls, and why. */
const OTHER_REQUESTS = {
  'apps/web/src/platform/map/streets/shifted-tiles.ts': 'map tiles, mostly of other servers',
  'apps/web/src/screens/screen-error.tsx': 'asks whether the server can be reached at all, which is no call',
}

const ADDRESS = /\bapp\s*\.\s*(?:get|post|put|patch|delete|head|options|all|route)\s*\(/
const REQUEST = /\bXMLHttpRequest\b|\bfetch\(|\bsendBeacon\(|\b(?:call|download|saveDownload|upload|useEndpoint)\(\s*['"`]/
const DECLARATION = /\bendpoint\(\s*\{/
const COMMENT = /^\s*(?:\/\/|\*|\/\*)/

/** A line for each call that is declared, sent or registered past the contract. `sources`: [file, text]. */
export function callsPastContract(sources, addresses, requests) {
  const unused = new Set([...Object.keys(addresses), ...Object.keys(requests)])
  const found = sources.flatMap(([file, text]) =>
    text.split('\n').flatMap((line, i) => {
      if (COMMENT.test(line)) return []
      const at = `${file}:${i + 1}`
      if (DECLARATION.test(line) && !file.startsWith(DECLARED)) return [`${at}: endpoints are declared in ${DECLARED}`]
      if (file.startsWith('apps/server/') && ADDRESS.test(line) && file !== REGISTERED) {
        unused.delete(file)
        return file in addresses ? [] : [`${at}: make it an endpoint of the contract, with handle()`]
      }
      if (file.startsWith('apps/web/src/') && REQUEST.test(line) && !file.startsWith(SENT)) {
        unused.delete(file)
        return file in requests
          ? []
          : [`${at}: send it with call(), download(), saveDownload() or upload() of ${SENT} and an endpoint of the contract`]
      }
      return []
    }),
  )
  return [...found, ...[...unused].map((file) => `${file}: no longer an exception; remove it from check/endpoints.mjs`)]
}

/** Every call between browser and server is an endpoint of the contract. */
export function endpoints(root) {
  const sources = sourceFiles(root)
    .filter(
      (file) => /^(?:apps\/(?:server|web)|packages\/contract)\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/test-[^/]*$/.test(file),
    )
    .map((file) => [file, readFileSync(join(root, file), 'utf8')])
  return callsPastContract(sources, OTHER_ADDRESSES, OTHER_REQUESTS)
}

/** Plants one of each, and an exception that is none any more. */
export function endpointsCanary() {
  const found = callsPastContract(
    [
      ['apps/server/src/a/a-routes.ts', "app.get('/api/a', () => 1)\nhandle(aCalls.read, () => 1)"],
      ['apps/server/src/a/own.ts', 'x = endpoint({ })'],
      ['apps/web/src/a/a.tsx', "call('GET', '/a')\ncall(aCalls.read, null)\nfetch('/a')"],
      [`${DECLARED}a.ts`, 'endpoint({ })'],
    ],
    { 'apps/server/src/gone.ts': 'gone' },
    {},
  )
  return found.length === 5 ? [] : [`five planted calls should be found: ${found.join('; ')}`]
}
