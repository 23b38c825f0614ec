import type { Text } from '@tanker/domain/texts/text'
import { rangeOf } from './check-file-values.ts'
import { isPermitted, type ParameterValue, type TerminalParameter } from './define-parameter.ts'
import { TERMINAL_PARAMETERS, terminalParameter } from './terminal-parameters.ts'

/** With a wrong one the truck never connects again, or obeys another number: only on site, or in a parameter file of one truck. */
const CUTS_OFF = /^(?:apn|server|tcpPort|udpPort|card|backup|slave|reset|factoryReset)/
/** Each truck has its own; sent to many they would be wrong in all but one. */
const OF_ONE_TRUCK: ReadonlySet<string> = new Set(['plate', 'plateColour', 'province', 'city', 'odometerKm'])

/** Whether the platform sends this parameter to trucks: no secret, none that cuts the truck off, none that is the truck's own. */
export const isSendable = ({ key, content }: TerminalParameter): boolean =>
  !(content.type === 'text' && content.secret === true) && !CUTS_OFF.test(key) && !OF_ONE_TRUCK.has(key)

/** The groups with the parameters that can be sent. */
export const SENDABLE_PARAMETERS = TERMINAL_PARAMETERS.map((group) => ({
  ...group,
  parameters: group.parameters.filter(isSendable),
})).filter(({ parameters }) => parameters.length > 0)

/** Values by the number of their parameter, as text: the numbers are keys of JSON. */
export type TerminalValues = Readonly<Record<string, ParameterValue>>

/** What is wrong with values that are to be sent, a sentence for each; empty when all may go. */
export const sendProblems = (values: TerminalValues): readonly Text[] =>
  Object.entries(values).flatMap(([id, value]): Text[] => {
    const parameter = /^\d{1,9}$/.test(id) ? terminalParameter(Number(id)) : undefined
    if (parameter === undefined || !isSendable(parameter))
      return [{ zh: `参数 ${id} 不能由平台下发。`, en: `Parameter ${id} cannot be sent by the platform.` }]
    if (isPermitted(parameter, value)) return []
    const { label } = parameter
    const range = rangeOf(parameter)
    return [{ zh: `${label.zh}：${range.zh}。`, en: `${label.en}: ${range.en}.` }]
  })
