import { expect, test } from 'vitest'
import { findNames } from './find-names.ts'
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
