import { expect, test } from 'vitest'
import { passwordProblems } from './password-rules.ts'

const problems = (old: string, fresh: string, again: string) =>
  Object.fromEntries(Object.entries(passwordProblems({ old, fresh, again })).map(([field, { zh, en }]) => [field, [zh, en]]))

test('[5.1-04] an empty new password is asked for', () => {
  expect(problems('secret', '', '')['fresh']).toEqual(['请输入密码', 'Please enter password'])
})

test('[5.1-05] the new password has at least six characters', () => {
  expect(problems('secret', '12345', '12345')).toEqual({ fresh: ['密码至少 6 位', 'The password needs at least 6 characters'] })
  expect(problems('secret', '123456', '123456')).toEqual({})
})

test('[5.1-06][5.1-07] the new password must be entered again, and the same', () => {
  expect(problems('secret', '123456', '')['again']?.[0]).toBe('请再次输入密码')
  expect(problems('secret', '123456', '123457')['again']).toEqual(['两次输入的密码不一致', 'The passwords differ'])
})
