import type { TruckContext } from '@tanker/domain/trucks/truck-context'
import { StateReader, StateWriter } from './state/state-bytes.ts'
import type { State, Values } from './state/state-fields.ts'
import { layoutVersion } from './state/state-layout.ts'
import { startPieces } from './state/state-pieces.ts'
import type { truckState } from './truck-state.ts'

type Whole = (typeof truckState)['fields']

const writer = new StateWriter()

/** Writes and reads the state of a truck. Its bytes begin with the version of its layout; those of another are not read. */
export function truckBytes<D extends Whole>(state: State<D>) {
  const version = layoutVersion(state as State)
  const [high, low] = [version >> 8, version & 0xff]
  return {
    write(truck: Values<D>): Uint8Array {
      writer.start()
      startPieces()
      writer.bits(high)
      writer.bits(low)
      state.write(writer, truck)
      return writer.finish()
    },
    /** Into a new one. False when the bytes are of another version, end early, or have more than is read: the state is then rebuilt. */
    read(bytes: Uint8Array, truck: Values<D> & Values<Whole>, context: TruckContext): boolean {
      if (bytes[0] !== high || bytes[1] !== low) return false
      const reader = new StateReader(bytes, context, truck.fix, 2)
      try {
        startPieces()
        state.read(reader, truck)
        return reader.ended
      } catch (error) {
        // Bytes that end early or are invalid were written by another release and are ignored.
        if (error instanceof RangeError) return false
        throw error
      }
    },
  }
}
