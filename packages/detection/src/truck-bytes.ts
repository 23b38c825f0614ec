import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { StateReader, StateWriter } from './state/state-bytes.ts'
import type { State, Values } from './state/state-fields.ts'
import { startPieces } from './state/state-pieces.ts'
import type { truckState } from './truck-state.ts'

/** Raised with every change of a declared state; bytes of another version are not read, the state is rebuilt. */
const version = 11

type Whole = (typeof truckState)['fields']

const writer = new StateWriter()

export function writeTruckState<D extends Whole>(state: State<D>, truck: Values<D>): Uint8Array {
  writer.start()
  startPieces()
  writer.uint(version)
  state.write(writer, truck)
  return writer.finish()
}

/** Into a new one. False, and nothing read, when the bytes are of another version, or end early. */
export function readTruckState<D extends Whole>(
  state: State<D>,
  bytes: Uint8Array,
  truck: Values<D> & Values<Whole>,
  context: TruckContext,
): boolean {
  const reader = new StateReader(bytes, context, truck.fix)
  try {
    if (bytes.length === 0 || reader.uint() !== version) return false
    startPieces()
    state.read(reader, truck)
    return true
  } catch (error) {
    // Bytes that end early or are invalid were written by another release and are ignored.
    if (error instanceof RangeError) return false
    throw error
  }
}
