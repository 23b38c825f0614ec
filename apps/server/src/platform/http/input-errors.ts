import type { InputProblem } from '@tanker/contract/input-bounds'
import type { z } from 'zod'
import type { Text } from '@tanker/domain/texts/text'

/** The first problem of an input: which field, and what is expected. */
export function inputProblem(error: z.ZodError): Text {
  const issue = error.issues[0]
  if (!issue) return { zh: '参数有误。', en: 'A parameter is wrong.' }
  const field = issue.path.length === 0 ? '' : issue.path.map(String).join('.')
  const { zh, en } = wanted(issue)
  return field === ''
    ? { zh: `参数有误：${zh}。`, en: `The input is wrong: ${en}.` }
    : { zh: `参数 ${field} ${zh}。`, en: `Parameter ${field} ${en}.` }
}

/** The same for a text that no field accepts. */
export const namedProblem = ({ path, words }: InputProblem): Text =>
  path === ''
    ? { zh: `参数有误：${words.zh}。`, en: `The input is wrong: it ${words.en}.` }
    : { zh: `参数 ${path} ${words.zh}。`, en: `Parameter ${path} ${words.en}.` }

function wanted(issue: z.core.$ZodIssue): Text {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? { zh: '缺失，请填写', en: 'is missing; please enter it' }
        : { zh: `类型不对，应为 ${issue.expected}`, en: `must be ${article(issue.expected)}` }
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? { zh: `太短，至少 ${issue.minimum}`, en: `is too short; at least ${issue.minimum}` }
        : { zh: `太小，不能小于 ${issue.minimum}`, en: `must not be below ${issue.minimum}` }
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? { zh: `太长，最多 ${issue.maximum}`, en: `is too long; at most ${issue.maximum}` }
        : { zh: `太大，不能超过 ${issue.maximum}`, en: `must not be above ${issue.maximum}` }
    case 'invalid_value':
      return { zh: `只能是 ${issue.values.map(String).join('、')}`, en: `must be one of ${issue.values.map(String).join(', ')}` }
    default:
      return bilingual(issue.message)
  }
}

const article = (kind: string): string => (/^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`)

/** Separates the languages in the message of a custom rule. */
const SEPARATOR = ' ¦ '

function bilingual(message: string): Text {
  const [zh, en] = message.split(SEPARATOR)
  return zh !== undefined && en !== undefined ? { zh, en } : { zh: '格式不正确', en: 'has the wrong form' }
}
