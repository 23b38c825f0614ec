import type { IncomingHttpHeaders } from 'node:http'
import { HEADER } from '@tanker/contract/envelope'
import type { Language } from '@tanker/domain/texts/text'
import { errors } from './errors.ts'

/** Readings: without a language header the server answers in Chinese; an unknown one gets English (spec 8.3). */
export function languageOf(given: string | undefined): Language {
  if (given === undefined || given === '') return 'zh'
  return given.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

export const requestLanguage = (headers: IncomingHttpHeaders): Language => languageOf(single(headers[HEADER.language]))

const DEFAULT_ZONE = 'Asia/Shanghai'
const knownZones = new Map<string, boolean>()

/** The browser's time zone (spec 7.1), only if Intl knows it. */
export function requestTimeZone(headers: IncomingHttpHeaders): string {
  const given = single(headers[HEADER.timeZone.toLowerCase()])
  if (given === undefined || given === '') return DEFAULT_ZONE
  if (!isTimeZone(given)) throw errors.unknownTimeZone()
  return given
}

export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z0-9_+\-/]{1,64}$/.test(name)) return false
  const known = knownZones.get(name)
  if (known !== undefined) return known
  if (knownZones.size > 1000) knownZones.clear()
  let valid = true
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    valid = false
  }
  knownZones.set(name, valid)
  return valid
}

export const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)
