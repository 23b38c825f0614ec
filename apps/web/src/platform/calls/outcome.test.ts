import { expect, test } from 'vitest'
import { readAnswer } from './outcome.ts'

const answered = (body: unknown) => readAnswer(200, JSON.stringify(body))

test('[8.1-05] [8.1-07] codes 200 and 0 and an absent code mean success', () => {
  expect(answered({ resultCode: 200, message: '', data: { a: 1 } })).toEqual({ kind: 'data', data: { a: 1 } })
  expect(answered({ resultCode: 0, data: [1] })).toEqual({ kind: 'data', data: [1] })
  expect(answered({ data: null })).toEqual({ kind: 'data', data: null })
})

test('[7.1-09] some services say code instead of resultCode', () => {
  expect(answered({ code: 504, message: '' })).toEqual({ kind: 'session-expired', ended: 'unknown' })
  expect(answered({ code: 200, data: 7 })).toEqual({ kind: 'data', data: 7 })
})

test('[8.1-01] [8.1-02] [8.1-04] 504, 401 and 500 each mean their own, with the words of the server', () => {
  expect(answered({ resultCode: 504, message: 'x' })).toEqual({ kind: 'session-expired', ended: 'unknown' })
  expect(answered({ resultCode: 401, message: '无权访问' })).toEqual({ kind: 'no-permission', message: '无权访问' })
  expect(answered({ resultCode: 500, message: '出错了' })).toEqual({ kind: 'access-error', message: '出错了' })
})

test('[D-33] a session that is over says why, or which step of the sign-in is owed', () => {
  const ended = (data: unknown) => answered({ resultCode: 504, message: 'x', data })
  expect(ended({ ended: 'password-changed' })).toEqual({ kind: 'session-expired', ended: 'password-changed' })
  expect(ended({ owes: 'second-factor' })).toEqual({ kind: 'session-expired', ended: 'owes-second-factor' })
})

test('[8.1-06] any other code is a refusal with a message', () => {
  expect(answered({ resultCode: 409, message: '已存在' })).toEqual({ kind: 'refused', code: 409, message: '已存在' })
  const fields = { code: { zh: '该代码已存在。', en: 'This code exists.' } }
  expect(answered({ resultCode: 400, message: 'x', data: { fields } })).toEqual({
    kind: 'refused',
    code: 400,
    message: 'x',
    data: { fields },
  })
})

test('[8.2-01] HTTP 500 is a failed call, every other transport error a network error', () => {
  expect(readAnswer(500, '{"resultCode":200}')).toEqual({ kind: 'call-failed' })
  for (const status of [0, 301, 404, 413, 502, 503])
    expect(readAnswer(status, '{"resultCode":200,"data":1}')).toEqual({ kind: 'network-error' })
})

test('what is no envelope is a network error', () => {
  expect(readAnswer(200, '<html>')).toEqual({ kind: 'network-error' })
  expect(readAnswer(200, '[]')).toEqual({ kind: 'network-error' })
  expect(readAnswer(200, '"text"')).toEqual({ kind: 'network-error' })
})
