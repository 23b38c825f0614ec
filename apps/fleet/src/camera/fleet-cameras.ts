import type { Location } from '@tanker/protocol/location'
import type { Random } from '../random.ts'
import type { TruckRow } from '../world.ts'
import { createTruckCamera, type TruckCamera } from './truck-camera.ts'

/** The share of pieces of pictures that are lost on their way. */
const lostPieces = 0.02

/** The cameras of all trucks; `now` is the clock of the trucks, ms since 1970 UTC. */
export function createFleetCameras(random: Random, now: () => number) {
  /** By phone: lives that replay a span are of the same truck. */
  const cameras = new Map<string, TruckCamera>()

  function of(row: TruckRow): TruckCamera {
    const known = cameras.get(row.terminalPhone)
    if (known) return known
    const mishaps = random.fork(`${row.plate} pictures`)
    const camera = createTruckCamera({
      phone: row.terminalPhone,
      version: row.protocolVersion === '2019' ? 2019 : 2013,
      terminalId: row.terminalId,
      plate: row.plate,
      losesPiece: () => mishaps.chance(lostPieces),
      now,
    })
    cameras.set(row.terminalPhone, camera)
    return camera
  }

  return {
    of,
    /** A report with active-safety events: their pictures are taken. */
    see(row: TruckRow, location: Location): void {
      if (location.safety.length > 0) of(row).see(location)
    },
    stop(): void {
      for (const camera of cameras.values()) camera.stop()
    },
  }
}
