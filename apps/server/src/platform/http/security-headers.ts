import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
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
 * the widget library adds its styles at run time with the nonce of the page. Style attributes are allowed: chart tooltips are HTML
 * with style attributes, which affect one element and load nothing.
 */
export function securityHeaders(settings: HttpSettings): Readonly<Record<string, string>> {
  const map = settings.mapOrigins.map((origin) => ` ${origin}`).join('')
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    OWN_STYLES,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${map}`,
    `connect-src 'self'${map}`,
    "font-src 'self' data:",
    "media-src 'self' blob:",
    // maplibre runs its worker from a blob.
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${settings.cardSite === null ? '' : ` ${new URL(settings.cardSite).origin}`}`,
    "frame-ancestors 'none'",
  ].join('; ')
  return {
    [POLICY]: policy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy': PERMISSIONS,
  }
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
  const headers = securityHeaders(settings)
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers)
    // Browsers apply these two on secure origins only, and log warnings elsewhere.
    if (request.protocol === 'https') {
      void reply.header('Strict-Transport-Security', 'max-age=31536000').header('Cross-Origin-Opener-Policy', 'same-origin')
    }
  })
}
