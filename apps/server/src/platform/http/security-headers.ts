import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'
import { originsOf } from '../street-map/street-map-setting.ts'
import type { HttpSettings } from './http-settings.ts'

const OWN_STYLES = "style-src 'self'"
/** Placeholder for the style nonce in the page. */
const NONCE_MARK = 'STYLE_NONCE'
const NONCE_BYTES = 16
const POLICY = 'Content-Security-Policy'

/** The page with a new nonce, and the policy that allows styles with it. */
export function withStyleNonce(reply: FastifyReply, page: string): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  void reply.header(POLICY, String(reply.getHeader(POLICY)).replace(OWN_STYLES, `${OWN_STYLES} 'nonce-${nonce}'`))
  return page.replaceAll(NONCE_MARK, nonce)
}

/**
 * Headers of every answer, including those sent before a request could be read. Scripts and style sheets come only from this server;
 * styles that the page adds at run time carry its nonce. Style attributes are allowed: chart tooltips are HTML
 * with style attributes, which affect one element and load nothing. Some headers are for HTTPS only: browsers apply them on secure
 * origins and log warnings elsewhere.
 */
export function securityHeaders(settings: HttpSettings, isSecure: boolean): Readonly<Record<string, string>> {
  const mapOrigins = originsOf(settings.streetMap)
  const cardSite = settings.cardSite === null ? [] : [new URL(settings.cardSite).origin]
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'style-src-attr': ["'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', ...mapOrigins],
        'connect-src': ["'self'", ...mapOrigins],
        'font-src': ["'self'", 'data:'],
        'media-src': ["'self'", 'blob:'],
        // maplibre runs its worker from a blob.
        'worker-src': ["'self'", 'blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'", ...cardSite],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isSecure && { includeSubDomains: false },
    crossOriginOpenerPolicy: isSecure,
    originAgentCluster: isSecure,
  })
  // Nothing in them depends on the request, so they are computed once.
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  setHeaders(request, response, () => undefined)
  return { ...(response.getHeaders() as Record<string, string>), 'permissions-policy': PERMISSIONS }
}

/** Browser features a page may use: full screen and writing to the clipboard. All others are refused to it and its frames. */
const PERMISSIONS = [
  'accelerometer=()',
  'browsing-topics=()',
  'camera=()',
  'clipboard-read=()',
  'clipboard-write=(self)',
  'display-capture=()',
  'fullscreen=(self)',
  'geolocation=()',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'publickey-credentials-get=(self)',
  'screen-wake-lock=(self)',
  'serial=()',
  'usb=()',
].join(', ')

export function installSecurityHeaders(app: FastifyInstance, settings: HttpSettings): void {
  const plain = securityHeaders(settings, false)
  const secure = securityHeaders(settings, true)
  app.addHook('onRequest', async (request, reply) => void reply.headers(request.protocol === 'https' ? secure : plain))
}
