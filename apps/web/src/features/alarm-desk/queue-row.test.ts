import { expect, test } from 'vitest'
import { initialsOf } from './queue-row.tsx'

test('a Chinese name is shown by its given name, another by the first letters of its words', () => {
  expect(['王建国', '李敏', '欧阳娜', 'Wu Lei', 'Anna Maria Berg', 'admin', 'x', ''].map(initialsOf)).toEqual([
    '建国',
    '李敏',
    '阳娜',
    'WL',
    'AB',
    'AD',
    'X',
    '',
  ])
})
