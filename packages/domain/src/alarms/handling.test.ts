import { expect, test } from 'vitest'
import { HANDLE_RESULTS, handleResultText } from './handling.ts'

test('a chosen result is known in either language; own words stay as they were written', () => {
  for (const result of Object.values(HANDLE_RESULTS))
    expect([handleResultText(result.zh), handleResultText(result.en)]).toEqual([result, result])
  expect(handleResultText('司机已回场')).toEqual({ zh: '司机已回场', en: '司机已回场' })
  expect(handleResultText('')).toEqual({ zh: '', en: '' })
})
