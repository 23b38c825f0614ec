import { API_VALVE, MANHOLE } from '@tanker/domain/devices/probe-type'
import type { Location } from '@tanker/protocol/location'
import type { TruckBody } from '../truck-body.ts'
import { drawTankView, type TankView } from './tank-view.ts'

/** Covers of a truck that stays where it is are opened one after the other: one photo shows them. */
const betweenMs = 600_000
/** Which covers the cameras of a truck see. */
const SEES: Readonly<Record<TankView['camera'], readonly number[]>> = { manhole: [MANHOLE], api: [API_VALVE], subsea: [], cab: [] }

const cameraOf = ({ row }: TruckBody, channel: number): TankView['camera'] | undefined =>
  (Object.keys(SEES) as TankView['camera'][]).find((camera) => row.cameraChannels[camera] === channel)

const isOpen = ({ probes }: TruckBody, camera: TankView['camera']): boolean =>
  probes.some(({ type, open }) => open && SEES[camera].includes(type))

/** The picture that a camera of a truck takes now; null: it has none on this channel. */
export function photograph(body: TruckBody, channel: number, { time, speedKmh }: Location): Uint8Array | null {
  const camera = cameraOf(body, channel)
  return camera === undefined ? null : drawTankView({ plate: body.row.plate, time, speedKmh, camera, isOpen: isOpen(body, camera) })
}

/** Says whose channel a cover was just opened on, at most one in ten minutes of a truck. */
export function watchCovers() {
  const seen = new Map<TruckBody, { wasOpen: boolean; photoAt: number }>()
  return (body: TruckBody, now: number): number | null => {
    const { manhole } = body.row.cameraChannels
    const open = isOpen(body, 'manhole')
    const before = seen.get(body) ?? { wasOpen: false, photoAt: Number.NEGATIVE_INFINITY }
    const isDue = open && !before.wasOpen && now - before.photoAt >= betweenMs
    seen.set(body, { wasOpen: open, photoAt: isDue && manhole !== null ? now : before.photoAt })
    return isDue ? manhole : null
  }
}
