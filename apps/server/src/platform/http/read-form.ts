import { parse } from 'node:querystring'
import { errors } from './errors.ts'

/** Fields of one form, repeated ones counted each time: the longest list of ids has 1,000. */
const MAX_FIELDS = 2_000

/** Reads a form-encoded body. One with too many fields is refused before parsing, which would block the event loop. */
export function readForm(body: string): Record<string, unknown> {
  let fields = 1
  for (let at = body.indexOf('&'); at >= 0; at = body.indexOf('&', at + 1)) fields += 1
  if (fields > MAX_FIELDS)
    throw errors.badInput({ zh: `表单的字段过多，最多 ${MAX_FIELDS} 个。`, en: `The form has too many fields; at most ${MAX_FIELDS}.` })
  return parse(body, '&', '=', { maxKeys: MAX_FIELDS })
}
