// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { deskCommand, focusPlace, type FocusPlace } from './desk-keys.ts'

const pressed = (key: string, place: FocusPlace = 'page', more: Partial<KeyboardEvent> = {}) =>
  deskCommand({ key, ctrlKey: false, metaKey: false, altKey: false, ...more }, place)

test('[delight 1] letters and arrows work the queue', () => {
  expect(['j', 'k', 'ArrowDown', 'ArrowUp', 'Enter', 'h', 'a', 'n', 'x', '?', 'Escape', 'q'].map((key) => pressed(key))).toEqual([
    'down',
    'up',
    'down',
    'up',
    'open',
    'handle',
    'take',
    'next',
    'tick',
    'help',
    'back',
    null,
  ])
  expect(pressed('J')).toBe('down')
})

test('a field keeps its letters, a button its Enter and a region its arrows; Escape leaves all of them', () => {
  expect(['j', 'h', 'Enter', 'ArrowDown', '?'].map((key) => pressed(key, 'field'))).toEqual([null, null, null, null, null])
  expect(['j', 'Enter', 'ArrowDown'].map((key) => pressed(key, 'control'))).toEqual(['down', null, null])
  expect([pressed('Escape', 'field'), pressed('Escape', 'control')]).toEqual(['back', 'back'])
})

test('with Ctrl, Alt or the command key a letter belongs to the browser or the menu', () => {
  expect([
    pressed('k', 'page', { ctrlKey: true }),
    pressed('n', 'page', { metaKey: true }),
    pressed('a', 'page', { altKey: true }),
  ]).toEqual([null, null, null])
})

test('the element with the focus says which keys are its own', () => {
  document.body.innerHTML =
    '<input id=a><input id=b type=radio><textarea id=c></textarea><select id=d></select><button id=e></button><div id=f></div>'
  expect(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => focusPlace(document.getElementById(id)))).toEqual([
    'field',
    'control',
    'field',
    'field',
    'control',
    'page',
  ])
  expect(focusPlace(null)).toBe('page')
})
