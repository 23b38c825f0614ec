import { expect, test } from 'vitest'
import { initialsOf } from './queue-row.tsx'

test('[D-03] a Chinese name is shown by its given name, another by the first letters of its words, a user name by its letter and number', () => {
  expect(
    ['王建国', '李敏', '欧阳娜', '欧阳建国', '江海油运调度', 'Wu Lei', 'Anna Maria Berg', 'dispatcher1', 'admin', 'x', ''].map(initialsOf),
  ).toEqual(['建国', '李敏', '娜', '建国', '江海', 'WL', 'AB', 'D1', 'A', 'X', ''])
})
