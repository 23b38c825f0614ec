import { useTruckAtFirst } from '../../platform/feed/looked-at-truck.ts'
import { useTruckChoices } from '../../platform/feed/use-truck-choices.ts'
import { PlaybackView } from './playback-view.tsx'
import { usePlaybackAddress } from './use-playback-address.ts'
import { usePlayback } from './use-playback.ts'

const TITLE = { zh: '轨迹回放', en: 'Track playback' } as const

/** monitor/playback_track: one truck or up to four at once. */
export const Playback = () => {
  const trucks = useTruckChoices()
  const address = usePlaybackAddress(useTruckAtFirst())
  const loaded = usePlayback(address.asked)
  return <PlaybackView title={TITLE} trucks={trucks} address={address} loaded={loaded} />
}
