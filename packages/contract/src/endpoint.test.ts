import { expect, test } from 'vitest'
import { z } from 'zod'
import { type AnswerOf, answersFile, BYTES, type CallInput, endpoint, type InputOf } from './endpoint.ts'
import { formNumber, rowId } from './input-bounds.ts'

const move = endpoint({
  method: 'POST',
  path: '/trucks/:truckId/stops/:stop',
  policy: 'session',
  summary: 'Moves a stop',
  input: z.object({ depotId: rowId, litres: formNumber(z.number()).optional() }),
  answer: z.object({ moved: z.number() }),
  audit: 'history',
})
const menus = endpoint({ method: 'GET', path: '/menus', policy: 'session', summary: 'The menu', input: null, answer: z.array(z.string()) })

test('a call takes the fields of its input and the parts of its path, and no others', () => {
  const right: CallInput<typeof move> = { truckId: 1, stop: 'a', depotId: '7', litres: null }
  // @ts-expect-error a part of the path is missing
  const withoutPart: CallInput<typeof move> = { truckId: 1, depotId: 7 }
  // @ts-expect-error the field has another name
  const renamed: CallInput<typeof move> = { truckId: 1, stop: 'a', depot: 7 }
  // @ts-expect-error the field is a number
  const wrongType: CallInput<typeof move> = { truckId: 1, stop: 'a', depotId: true }
  // @ts-expect-error it takes no input
  const tooMuch: CallInput<typeof menus> = { truckId: 1 }
  const none: CallInput<typeof menus> = null
  expect([right, withoutPart, renamed, wrongType, tooMuch, none]).toHaveLength(6)
})

test('the server reads the parsed input, the browser the declared answer', () => {
  const input: InputOf<typeof move> = { depotId: 7 }
  const answer: AnswerOf<typeof move> = { moved: 1 }
  // @ts-expect-error the answer has a number
  const other: AnswerOf<typeof move> = { moved: 'yes' }
  expect([input, answer, other, move.input.parse({ depotId: '7', litres: '1.5' })]).toEqual([
    { depotId: 7 },
    { moved: 1 },
    { moved: 'yes' },
    { depotId: 7, litres: 1.5 },
  ])
})

test('a call that may write does not exist without its audit; a file is only read', () => {
  const file = endpoint({ method: 'POST', path: '/file', policy: 'session', summary: 'A file', input: null, answer: BYTES })
  // @ts-expect-error it may write and declares no audit
  const silent = endpoint({ method: 'POST', path: '/a', policy: 'session', summary: 'Writes', input: null, answer: z.null() })
  // @ts-expect-error there is no such function
  const unknown = endpoint({ method: 'GET', path: '/a', policy: { permission: 'trucks:fly' }, summary: '', input: null, answer: z.null() })
  expect([file, silent, unknown].map(answersFile)).toEqual([true, false, false])
})
