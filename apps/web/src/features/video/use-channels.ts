import { videoCalls } from '@tanker/contract/endpoints/video'
import type { VideoChannels } from '@tanker/contract/video'
import { CAMERA_CHANNELS } from '@tanker/domain/trucks/truck-choices'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { call } from '../../platform/calls/call.ts'
import { keyOf } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'

const everyMs = 60_000

export type ChannelsOfTrucks = { readonly trucks: readonly VideoChannels[]; readonly isLoading: boolean; readonly failure: string | null }

const together = (queries: UseQueryResult<VideoChannels>[]): ChannelsOfTrucks => ({
  trucks: queries.flatMap(({ data }) => data ?? []),
  isLoading: queries.some(({ isPending }) => isPending),
  failure: queries.find(({ isError, data }) => isError && data === undefined)?.error?.message ?? null,
})

/** The channels of trucks, whether they are online, and their traffic, asked again each minute. */
export const useChannels = (truckIds: readonly number[]): ChannelsOfTrucks =>
  useQueries({
    queries: truckIds.map((truckId) => ({
      queryKey: keyOf(videoCalls.channels, { truckId }),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(videoCalls.channels, { truckId }, { purpose: 'poll', signal }),
      refetchInterval: everyMs,
    })),
    combine: together,
  })

/** Where a channel looks, or its number. */
export const channelName = ({ channel, camera }: VideoChannels['channels'][number]): string =>
  camera === null ? text({ zh: `通道 ${channel}`, en: `Channel ${channel}` }) : `${channel} ${text(CAMERA_CHANNELS[camera])}`

const BYTES_A_MB = 1_000_000
export const trafficWords = (bytes: number): string => `${(bytes / BYTES_A_MB).toFixed(1)} MB`
