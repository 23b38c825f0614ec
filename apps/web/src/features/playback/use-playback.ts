import { trackCalls } from '@tanker/contract/endpoints/tracks'
import type { LevelTrend } from '@tanker/contract/level-trend'
import type { TruckTrack, WaterWork } from '@tanker/contract/track'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../platform/calls/call.ts'
import { keyOf } from '../../platform/calls/use-endpoint.ts'
import { answersTogether } from '../../platform/tracks/answers-together.ts'
import type { PlaybackAsked } from './playback-address.ts'
import { trackLine, type TrackLine } from '../../platform/tracks/track-line.ts'

type Tanks = LevelTrend
export type Played = {
  readonly line: TrackLine
  readonly track: TruckTrack
  readonly tanks: Tanks | null
  /** Of water trucks. */
  readonly works?: readonly WaterWork[]
}
export type LoadedTracks = {
  readonly played: readonly Played[]
  /** The tracks of all trucks are there. */
  readonly isWhole: boolean
  readonly isFailed: boolean
  readonly again: () => void
}

/** Decoded once for each answer. */
const lines = new WeakMap<TruckTrack, TrackLine>()
export const lineOf = (track: TruckTrack): TrackLine => {
  const line = lines.get(track) ?? trackLine(track)
  lines.set(track, line)
  return line
}

export const inputOf = ({ from, to }: PlaybackAsked) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })

/** The tracks of the asked trucks, in their order, as they arrive; the tanks follow. */
export function usePlayback(asked: PlaybackAsked): LoadedTracks {
  const input = inputOf(asked)
  const tracks = useQueries({
    queries: asked.truckIds.map((truckId) => {
      const given = { truckId: String(truckId), ...input }
      return {
        queryKey: keyOf(trackCalls.read, given),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(trackCalls.read, given, { purpose: 'action', signal }),
      }
    }),
    combine: answersTogether<TruckTrack>,
  })
  const { answers: tanks } = useQueries({
    queries: asked.truckIds.map((truckId) => {
      const given = { truckId: String(truckId), ...input }
      return {
        queryKey: keyOf(trackCalls.tanks, given),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(trackCalls.tanks, given, { purpose: 'silent', signal }),
      }
    }),
    combine: answersTogether<Tanks>,
  })
  const played = useMemo(
    () =>
      tracks.answers.map((track): Played => ({
        line: lineOf(track),
        track,
        tanks: tanks.find(({ truckId }) => truckId === track.truckId) ?? null,
      })),
    [tracks.answers, tanks],
  )
  return { played, isWhole: tracks.isWhole, isFailed: tracks.isFailed, again: tracks.again }
}
