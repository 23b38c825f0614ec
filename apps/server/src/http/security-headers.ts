import type { FastifyInstance } from 'fastify'
import type { HttpSettings } from './http-settings.ts'

/**
 * Headers of every answer, also of those that are sent before a request could be read. The widget library writes its styles into the
 * page while it runs, so inline styles are allowed; scripts come from us alone.
 */
export function securityHeaders(settings: HttpSettings): Readonly<Record<string, string>> {
  const map = settings.mapOrigins.map((origin) => ` ${origin}`).join('')
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
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
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy': PERMISSIONS,
  }
}

/** What a page may ask the browser for: the screen in full, and the clipboard to copy into. The rest is refused to it and to frames in it. */
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
    // Browsers heed these two on secure origins only, and complain about them elsewhere.
    if (request.protocol === 'https') {
      void reply.header('Strict-Transport-Security', 'max-age=31536000').header('Cross-Origin-Opener-Policy', 'same-origin')
    }
  })
}
