import { expect, test } from 'vitest'
import { findNames, plainName, searchedText } from './find-names.ts'
import { spellingsOf } from './spelling.ts'

const entries = (names: readonly string[], spell: typeof spellingsOf | null = spellingsOf) =>
  names.map((name) => ({ name, searched: searchedText([name], spell) }))
const found = (names: readonly string[], typed: string, limit = 9) => findNames(entries(names), typed, limit).map(({ name }) => name)

test('[D-39] a Chinese name is found by its characters, its pinyin and the first letters of it', () => {
  const names = ['虞山站', '常熟虞山油库', '栖霞油库', 'Depot 4']
  expect(found(names, '虞山')).toEqual(['虞山站', '常熟虞山油库'])
  expect(found(names, 'yushan')).toEqual(['虞山站', '常熟虞山油库'])
  expect(found(names, 'yszh')).toEqual([])
  expect(found(names, 'ysz')).toEqual(['虞山站'])
  expect(found(names, 'QXYK')).toEqual(['栖霞油库'])
  expect(found(names, 'depot4')).toEqual(['Depot 4'])
})

test('[D-39] a plate is found by any part, in any case and spacing, and by the pinyin of its province', () => {
  const plates = ['苏A8F8M1', '苏E2F8M9', '皖A00001']
  expect(found(plates, 'f8m')).toEqual(['苏A8F8M1', '苏E2F8M9'])
  expect(found(plates, '苏 e·2')).toEqual(['苏E2F8M9'])
  expect(found(plates, 'sue2')).toEqual(['苏E2F8M9'])
  expect(found(plates, 'wana')).toEqual(['皖A00001'])
  expect(found(plates, 'wa0')).toEqual(['皖A00001'])
})

test('a name that begins with what was typed comes before one that holds it, and the limit holds', () => {
  expect(found(['东海站', '海安站', '上海站'], '海')).toEqual(['海安站', '东海站', '上海站'])
  expect(found(['东海站', '海安站', '上海站'], '海', 2)).toEqual(['海安站', '东海站'])
})

test('without the dictionary names are found by their characters, and nothing typed finds nothing', () => {
  const plain = entries(['虞山站'], null)
  expect([findNames(plain, '虞', 9).length, findNames(plain, 'ys', 9).length, findNames(plain, '  ', 9).length]).toEqual([1, 0, 0])
  expect(plainName(' 苏A-12·34 ')).toBe('苏a1234')
})
