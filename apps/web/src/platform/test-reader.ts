import type { Language } from '@tanker/domain/texts/text'
import { vi } from 'vitest'

type Reader = { readonly language: Language; readonly zone?: string }

/**
 * Loads modules as the web console of another reader has them: language and time zone are fixed when the page is loaded. What other tests
 * have loaded stays as it is.
 */
export async function asReader<M>({ language, zone }: Reader, load: () => Promise<M>): Promise<M> {
  vi.resetModules()
  vi.stubGlobal('document', { cookie: `language=${language}` })
  vi.stubGlobal('navigator', { languages: [language === 'zh' ? 'zh-CN' : 'en-GB'] })
  if (zone !== undefined) vi.stubEnv('TZ', zone)
  try {
    return await load()
  } finally {
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    vi.resetModules()
  }
}
