import { useEffect, useState } from 'react'
import { fleetStore } from '../../platform/feed/fleet-store.ts'
import { text } from '../../platform/language.ts'
import { toast } from '../../platform/ui/toast.ts'
import type { Sight } from './fleet-map.tsx'

/** Spec 8.3. */
const NO_PLACE = { zh: '获取车辆位置失败', en: 'Failed to get vehicle location' } as const

/** Where the map is to fly: to the picked truck when it is picked, and when the address came with one; `lookAt` does so again. */
export function useSight(pickedTruck: number | null, hasFleet: boolean) {
  const [sight, setSight] = useState<Sight | null>(null)
  useEffect(() => {
    const position = pickedTruck === null ? undefined : fleetStore.positionOf(pickedTruck)
    const lng = position === undefined ? undefined : fleetStore.fleet?.lng[position]
    const lat = position === undefined ? undefined : fleetStore.fleet?.lat[position]
    if (typeof lng === 'number' && typeof lat === 'number') setSight({ lng, lat, isPicked: true })
  }, [pickedTruck, hasFleet])
  const lookAt = (at: Pick<Sight, 'lng' | 'lat'> | null): void => {
    if (at) setSight({ ...at, isPicked: true })
    else toast('warning', text(NO_PLACE))
  }
  return { sight, lookAt }
}
