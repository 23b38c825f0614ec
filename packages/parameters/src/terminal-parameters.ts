import type { TerminalParameter, TerminalParameterGroup } from './define-parameter.ts'
import { alarmsParameters } from './terminal-parameters/alarms.ts'
import { connectionParameters } from './terminal-parameters/connection.ts'
import { phonesParameters } from './terminal-parameters/phones.ts'
import { reportingParameters } from './terminal-parameters/reporting.ts'
import { vehicleParameters } from './terminal-parameters/vehicle.ts'

/** The standard parameters of a terminal (JT/T 808-2013 and 2019, table 12), by topic. `sendable-parameters.ts` says which the platform sends. */
export const TERMINAL_PARAMETERS: readonly TerminalParameterGroup[] = [
  connectionParameters,
  reportingParameters,
  phonesParameters,
  alarmsParameters,
  vehicleParameters,
]

const byId = new Map(TERMINAL_PARAMETERS.flatMap(({ parameters }) => parameters.map((one): [number, TerminalParameter] => [one.id, one])))

/** The parameter of an id; undefined for one of a vendor. */
export const terminalParameter = (id: number): TerminalParameter | undefined => byId.get(id)

/** Whether terminals of this edition have the parameter. */
export const isOfEdition = ({ since, until }: TerminalParameter, edition: 2011 | 2013 | 2019): boolean =>
  (since === undefined || edition >= since) && (until === undefined || edition <= until)
