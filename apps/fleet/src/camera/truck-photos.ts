import { API_VALVE, BOTTOM_VALVE, BOTTOM_VALVE_TRANSMITTER, BOX_DOOR, EXTERNAL_BOX_DOOR, MANHOLE } from '@tanker/domain/devices/probe-type'
import type { Location } from '@tanker/protocol/location'
import type { TruckBody } from '../truck-body.ts'
import { photoEvents } from '../wire/photo-roll.ts'
import { drawTankView, type TankView } from './tank-view.ts'

/** Covers of a truck that stays where it is are opened one after the other: one photo shows them. */
const betweenMs = 600_000
/** Which covers the cameras of a truck see. */
const SEES: Readonly<Record<TankView['camera'], readonly number[]>> = { manhole: [MANHOLE], api: [API_VALVE], subsea: [], cab: [] }
const EMERGENCY = 1

const cameraOf = ({ row }: TruckBody, channel: number): TankView['camera'] | undefined =>
  (Object.keys(SEES) as TankView['camera'][]).find((camera) => row.cameraChannels[camera] === channel)

const isOpen = ({ probes }: TruckBody, types: readonly number[]): boolean => probes.some(({ type, open }) => open && types.includes(type))

/** The picture that a camera of a truck takes now; null: it has none on this channel. */
export function photograph(body: TruckBody, channel: number, { time, speedKmh }: Location): Uint8Array | null {
  const camera = cameraOf(body, channel)
  return camera === undefined ? null : drawTankView({ plate: body.row.plate, time, speedKmh, camera, isOpen: isOpen(body, SEES[camera]) })
}

type Occasion = { readonly event: number; readonly is: (body: TruckBody) => boolean }
const opened = (...types: readonly number[]): Occasion => ({ event: photoEvents.doorOpened, is: (body) => isOpen(body, types) })

/** By the bits of camMask1 to camMask8 in syscfg.txt. */
const OCCASIONS: readonly Occasion[] = [
  opened(API_VALVE),
  opened(MANHOLE),
  opened(BOTTOM_VALVE, BOTTOM_VALVE_TRANSMITTER),
  opened(BOX_DOOR, EXTERNAL_BOX_DOOR),
  { event: photoEvents.other, is: ({ activity }) => activity === 'loading' },
  { event: photoEvents.other, is: ({ activity }) => activity === 'unloading' },
  { event: photoEvents.emergency, is: ({ alarmBits }) => (alarmBits & EMERGENCY) !== 0 },
]

/** Says which channels take a photo now, because what their masks name just began; a channel at most once in ten minutes. */
export function watchOccasions() {
  const seen = new Map<TruckBody, { was: number; readonly photoAt: Map<number, number> }>()
  return (body: TruckBody, now: number): readonly { readonly channel: number; readonly event: number }[] => {
    const is = OCCASIONS.reduce((bits, occasion, place) => (occasion.is(body) ? bits | (1 << place) : bits), 0)
    const before = seen.get(body) ?? { was: 0, photoAt: new Map<number, number>() }
    const began = is & ~before.was
    before.was = is
    seen.set(body, before)
    return body.photoMasks.flatMap((mask, i) => {
      const place = OCCASIONS.findIndex((_, at) => (began & mask & (1 << at)) !== 0)
      const channel = i + 1
      if (place < 0 || cameraOf(body, channel) === undefined || now - (before.photoAt.get(channel) ?? -betweenMs) < betweenMs) return []
      before.photoAt.set(channel, now)
      return [{ channel, event: OCCASIONS[place]!.event }]
    })
  }
}
