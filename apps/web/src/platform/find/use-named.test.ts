import { expect, test } from 'vitest'
import { findNames, searchedText } from './find-names.ts'
import { spellingsOf } from './spelling.ts'
import { placeText } from './use-named.ts'

test('[D-36] a station is found by its short name, by the pinyin of that and by its initials', () => {
  const station = { name: '镇江南徐大道加油站', shortName: '南徐站' }
  const entries = [
    { ...station, searched: placeText(station, spellingsOf) },
    { name: '华阳站', searched: placeText({ name: '华阳站' }, spellingsOf) },
  ]
  for (const typed of ['南徐站', 'nxz', 'nanxuzhan', '南徐大道'])
    expect(
      findNames(entries, typed, 5).map(({ name }) => name),
      typed,
    ).toEqual([station.name])
})

test('[D-36] a place is found by the name of its fence too', () => {
  const depot = { name: '苏州油库', fenceName: '库区围栏' }
  const entries = [{ ...depot, searched: placeText(depot, spellingsOf) }]
  for (const typed of ['库区', 'kqwl', '苏州']) expect(findNames(entries, typed, 5), typed).toHaveLength(1)
})

test('[D-39] a driver is found by name, pinyin and initials; a surname is spelt as people read it', () => {
  const entries = ['张伟', '曾建国', '单永强'].map((name) => ({ name, searched: searchedText([name], spellingsOf) }))
  const found = (typed: string) => findNames(entries, typed, 5).map(({ name }) => name)
  for (const typed of ['张伟', 'zhangwei', 'zhang wei', 'zw']) expect(found(typed), typed).toEqual(['张伟'])
  for (const typed of ['zengjianguo', 'zjg', 'cjg']) expect(found(typed), typed).toEqual(['曾建国'])
  for (const typed of ['shanyongqiang', 'syq']) expect(found(typed), typed).toEqual(['单永强'])
})
