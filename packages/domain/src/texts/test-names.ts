import { NOT_NAMED } from './not-named.ts'
import type { Text } from './text.ts'

/** What is wrong with a name that users read. It is in both languages: not empty, Chinese in Chinese alone, and no key of the program. */
export const problemsOfName = (what: string, name: Text | undefined): string[] =>
  name === undefined || name === NOT_NAMED
    ? [`${what} has no name`]
    : [
        ...(/[\u4e00-\u9fff]/.test(name.zh) || !/[a-z]{2}/.test(name.zh) ? [] : [`${what} is ${name.zh} in Chinese`]),
        ...(name.en === '' || /[\u4e00-\u9fff]|[a-z]_[a-z]|^[a-z]+(-[a-z]+)+$/.test(name.en) ? [`${what} is ${name.en} in English`] : []),
      ]
