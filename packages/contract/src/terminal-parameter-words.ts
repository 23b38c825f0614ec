import type { Language, Text } from '@tanker/domain/texts/text'
import type { TerminalParameter } from '@tanker/parameters/define-parameter'
import { SENDABLE_PARAMETERS } from '@tanker/parameters/sendable-parameters'

const PARAMETERS = SENDABLE_PARAMETERS.flatMap(({ parameters }) => parameters)

/** Names of the parameters that can be sent, by their number as text. */
export const TERMINAL_PARAMETER_NAMES: Readonly<Record<string, Text>> = Object.fromEntries(
  PARAMETERS.map(({ id, label }) => [String(id), label]),
)

type Words<T> = Readonly<Record<string, T>>
/** Words for the values of terminal parameters, by the number of the parameter and, for choices and bits, by the value or place. */
export type TerminalWords = { readonly units: Words<string>; readonly choices: Words<Words<string>>; readonly bits: Words<Words<string>> }

const byNumber = <T>(of: (parameter: TerminalParameter) => T | null): Words<T> =>
  Object.fromEntries(
    PARAMETERS.flatMap((one) => {
      const words = of(one)
      return words === null ? [] : [[String(one.id), words] as const]
    }),
  )

const named = (all: readonly { readonly value: number; readonly text: Text }[], language: Language): Words<string> =>
  Object.fromEntries(all.map((one) => [String(one.value), one.text[language]]))

export const terminalWords = (language: Language): TerminalWords => ({
  units: byNumber(({ unit }) => unit?.[language] ?? null),
  choices: byNumber(({ content }) => (content.type === 'choice' ? named(content.choices, language) : null)),
  bits: byNumber(({ content }) => (content.type === 'bits' ? named(content.bits, language) : null)),
})
