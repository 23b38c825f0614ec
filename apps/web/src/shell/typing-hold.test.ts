// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { isHeldBack, isInForm } from './typing-hold.ts'

const typing = { emergency: false, arrivedAt: 0, inForm: true, lastKeyAt: 900, now: 1_000 }

test('[D-18] while someone types in a form a dialog waits, at most 20 s; an emergency at most 5 s', () => {
  expect(isHeldBack(typing)).toBe(true)
  expect(isHeldBack({ ...typing, now: 19_999, lastKeyAt: 19_000 })).toBe(true)
  expect(isHeldBack({ ...typing, now: 20_000, lastKeyAt: 19_000 })).toBe(false)
  expect(isHeldBack({ ...typing, emergency: true, now: 4_999, lastKeyAt: 4_900 })).toBe(true)
  expect(isHeldBack({ ...typing, emergency: true, now: 5_000, lastKeyAt: 4_900 })).toBe(false)
})

test('[D-18] 5 s after the last key it opens, and at once where no form has the focus or no key was pressed', () => {
  expect(isHeldBack({ ...typing, now: 5_899 })).toBe(true)
  expect(isHeldBack({ ...typing, now: 5_900 })).toBe(false)
  expect(isHeldBack({ ...typing, inForm: false })).toBe(false)
  expect(isHeldBack({ ...typing, lastKeyAt: null })).toBe(false)
})

test('a field is a form, so is a button of a dialog that has fields; a button of the page is none', () => {
  document.body.innerHTML =
    '<button id=a></button><input id=b><select id=c></select><textarea id=d></textarea>' +
    '<dialog open><button id=e></button><input></dialog><dialog open><button id=f></button></dialog>'
  expect(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => isInForm(document.getElementById(id)))).toEqual([false, true, true, true, true, false])
  expect(isInForm(null)).toBe(false)
})
