import { trackCalls } from '@tanker/contract/endpoints/tracks'
import type { WaterTrack } from '@tanker/contract/track'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../platform/calls/call.ts'
import { keyOf, useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { lookedAtTruck } from '../../platform/feed/looked-at-truck.ts'
import { answersTogether } from '../../platform/tracks/answers-together.ts'
import type { PlaybackAsked } from './playback-address.ts'
import { PlaybackView } from './playback-view.tsx'
import { usePlaybackAddress } from './use-playback-address.ts'
import { inputOf, lineOf, type LoadedTracks, type Played } from './use-playback.ts'

const WORDS = {
  title: { zh: '洒水车轨迹回放', en: 'Water-truck playback' },
  noTruck: {
    zh: '没有洒水车。车型为洒水车或各仓装水的车辆会出现在这里。',
    en: 'There are no water trucks. Trucks of the water-truck model, and trucks whose compartments hold water, appear here.',
  },
  loading: { zh: '正在加载洒水车…', en: 'Loading the water trucks…' },
} as const

/** The trucks that carry water, and with which the screen begins: the one looked at last, else the first. */
function useWaterTrucks() {
  const { data } = useEndpoint(trackCalls.waterTrucks, null, { purpose: 'silent', staleTime: 300_000 })
  const choices = useMemo(() => (data ?? []).map(({ id, signCode }) => ({ value: id, label: signCode })), [data])
  const looked = lookedAtTruck()
  const atFirst = data === undefined ? null : ((data.find(({ id }) => id === looked) ?? data[0])?.id ?? null)
  return { trucks: { choices, isThere: data !== undefined }, atFirst }
}

function useWaterTracks(asked: PlaybackAsked): LoadedTracks {
  const input = inputOf(asked)
  const { answers: tracks, ...state } = useQueries({
    queries: asked.truckIds.map((truckId) => {
      const given = { truckId: String(truckId), ...input }
      return {
        queryKey: keyOf(trackCalls.water, given),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(trackCalls.water, given, { purpose: 'action', signal }),
      }
    }),
    combine: answersTogether<WaterTrack>,
  })
  const played = useMemo(() => tracks.map(({ track, tanks, works }): Played => ({ line: lineOf(track), track, tanks, works })), [tracks])
  return { played, ...state }
}

/** monitor/sprinkler_playback_track: where a water truck drove, where it sprayed, and what it used. */
export const WaterPlayback = () => {
  const { trucks, atFirst } = useWaterTrucks()
  const address = usePlaybackAddress(atFirst)
  const loaded = useWaterTracks(address.asked)
  const noTruck = trucks.isThere ? WORDS.noTruck : WORDS.loading
  return <PlaybackView title={WORDS.title} trucks={trucks} noTruck={noTruck} address={address} loaded={loaded} />
}
