import { useMemo } from 'react'
import { useKeptTruck } from '../../platform/feed/looked-at-truck.ts'
import { useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { readMoment, readPlayback } from './playback-address.ts'

/** What the address asks for; `atFirst`: the truck where it names none. */
export function usePlaybackAddress(atFirst: number | null) {
  const { search, ask } = useScreenAddress()
  const asked = useMemo(() => readPlayback(search, Date.now(), atFirst), [search, atFirst])
  const at = useMemo(() => readMoment(search), [search])
  const isNamed = search['truck'] !== undefined || search['trucks'] !== undefined
  useKeptTruck(isNamed ? (asked.truckIds[0] ?? null) : null)
  return { asked, at, ask }
}
export type PlaybackAddress = ReturnType<typeof usePlaybackAddress>
