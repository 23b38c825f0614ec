import { fileProblems } from '@tanker/parameters/check-file-values'
import { deviceFile } from '@tanker/parameters/device-files'
import { syscfg } from '@tanker/parameters/device-files/syscfg'
import { tlscfg } from '@tanker/parameters/device-files/tlscfg'
import type { FileValues } from '@tanker/parameters/file-values'
import { readParameterFile } from '@tanker/protocol/tanker-extension/parameter-file'
import type { TruckLife } from '../truck-life.ts'
import { factoryFile } from './factory-files.ts'

/** Parameter files that the platform wrote, by number, in base64. */
export type WrittenFiles = Readonly<Record<number, string>>

/** The parameter files of one console. */
export type OwnFiles = {
  /** How often the terminal gives a sign of life, as a written syscfg.txt says; null: as made. */
  readonly heartbeatS: number | null
  read(file: number): Uint8Array | undefined
  /** Takes a file that came whole; null: a value is not permitted, and the console goes on with what it has. */
  take(file: number, bytes: Uint8Array): FileValues | null
}

/** The files of one truck: as it was made until the platform writes another; `onWritten` has all that were written. */
export function ownFiles(life: TruckLife, written: WrittenFiles, onWritten: (written: WrittenFiles) => void): OwnFiles {
  let kept = written
  let heartbeatS: number | null = null
  const read = (file: number): Uint8Array | undefined => {
    const text = kept[file]
    return text === undefined ? factoryFile(life.body, file) : Buffer.from(text, 'base64')
  }
  for (const file of Object.keys(written)) {
    const has = read(Number(file))
    const values = has && valuesOf(life, Number(file), has, has)
    if (values) putToUse(life, Number(file), values)
    if (values && Number(file) === syscfg.number) heartbeatS = Number(values.fields['heartbeatInterval'])
  }
  return {
    heartbeatS,
    read,
    take(file, bytes) {
      const values = valuesOf(life, file, bytes, read(file))
      if (values === null) return null
      kept = { ...kept, [file]: Buffer.from(bytes).toString('base64') }
      putToUse(life, file, values)
      onWritten(kept)
      return values
    },
  }
}

/** Null for a file with a value that is not permitted, or values that contradict each other or what the truck has. */
function valuesOf({ body }: TruckLife, number: number, bytes: Uint8Array, has: Uint8Array | undefined): FileValues | null {
  const file = deviceFile(number)
  if (file === undefined || has === undefined) return null
  const { values, problems } = readParameterFile(file, bytes)
  const before = readParameterFile(file, has).values
  const isFine =
    problems.length === 0 && fileProblems(file, values, { compartments: body.compartments.length, by: null, before }).length === 0
  return isFine ? values : null
}

/** What the truck does otherwise from now on. */
function putToUse({ body }: TruckLife, number: number, { fields, groups }: FileValues): void {
  if (number === syscfg.number) {
    body.uploadS = Number(fields['uploadInterval'])
    body.photoMasks = body.photoMasks.map((_, i) => Number(fields[`camMask${i + 1}`] ?? 0))
  }
  if (number === tlscfg.number)
    for (const { ptNo, ptName, ptVEC, ptDensity } of groups['products'] ?? [])
      for (const compartment of body.compartments)
        if (compartment.product.oilCode === ptNo)
          compartment.product = {
            ...compartment.product,
            name: String(ptName),
            expansionPerC: Number(ptVEC),
            densityKgM3: Number(ptDensity) * 1000,
          }
}
