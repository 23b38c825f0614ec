import { CAMERA_CHANNEL_COUNT } from '@tanker/parameters/device-files/system-fields'
import type { TruckRow } from '../world.ts'

/** The bit of camMask1 to camMask8 for manholes that open. */
const MANHOLE_OPENS = 1

/** The masks of channels 1 to 8 with which a truck leaves the workshop: its manhole camera watches the manholes. */
export const photoMasksAsMade = ({ cameraChannels }: TruckRow): readonly number[] =>
  Array.from({ length: CAMERA_CHANNEL_COUNT }, (_, i) => (cameraChannels.manhole === i + 1 ? 1 << MANHOLE_OPENS : 0))
