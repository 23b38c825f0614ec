import type { FastifyInstance } from 'fastify'
import type { HttpSettings } from './http-settings.ts'

/** Headers of every answer. Inline styles are needed by the widget library; scripts come from us alone. */
export function installSecurityHeaders(app: FastifyInstance, settings: HttpSettings): void {
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
  app.addHook('onRequest', async (request, reply) => {
    void reply
      .header('Content-Security-Policy', policy)
      .header('X-Content-Type-Options', 'nosniff')
      .header('X-Frame-Options', 'DENY')
      .header('Referrer-Policy', 'same-origin')
    // Browsers heed these two on secure origins only, and complain about them elsewhere.
    if (request.protocol === 'https') {
      void reply.header('Strict-Transport-Security', 'max-age=31536000').header('Cross-Origin-Opener-Policy', 'same-origin')
    }
  })
}
