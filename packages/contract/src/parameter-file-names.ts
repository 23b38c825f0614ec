import type { Text } from '@tanker/domain/texts/text'
import { DEVICE_FILES } from '@tanker/parameters/device-files'

/** The parameter files by their numbers: `Electronic seals elscfg.txt`. */
export const PARAMETER_FILE_NAMES: Readonly<Record<string, Text>> = Object.fromEntries(
  DEVICE_FILES.map(({ number, name, title }) => [String(number), { zh: `${title.zh} ${name}`, en: `${title.en} ${name}` }]),
)

/** The numbers of the files that staff or customers see (spec 6). */
export const parameterFileNumbers = (customer: boolean): readonly number[] =>
  DEVICE_FILES.filter(({ forCustomers }) => forCustomers || !customer).map(({ number }) => number)

/** The same by their names, `ui.cfg`. */
export const parameterFilesOnDisk = (customer: boolean): readonly string[] =>
  DEVICE_FILES.filter(({ forCustomers }) => forCustomers || !customer).map(({ name }) => name)
