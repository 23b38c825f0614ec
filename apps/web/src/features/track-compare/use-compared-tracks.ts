import { trackCalls } from '@tanker/contract/endpoints/tracks'
import type { TruckTrack } from '@tanker/contract/track'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../platform/calls/call.ts'
import { keyOf } from '../../platform/calls/use-endpoint.ts'
import { answersTogether } from '../../platform/tracks/answers-together.ts'
import { trackLine, type TrackLine } from '../../platform/tracks/track-line.ts'
import type { ComparedTrack } from './compare-address.ts'
import { figuresOf, type TrackFigures, type WayApart, waysApart } from './track-difference.ts'

export type Compared = {
  readonly line: TrackLine
  /** Null for a track without points. */
  readonly figures: TrackFigures | null
  /** Where it was away from the first; null for the first itself, and where one of them has no points. */
  readonly apart: readonly WayApart[] | null
  /** There were more points than a track shows. */
  readonly isCut: boolean
}

function comparedOf(tracks: readonly TruckTrack[]): Compared[] {
  const lines = tracks.map(trackLine)
  const [first] = lines
  return tracks.map((track, index) => {
    const line = lines[index]!
    const hasBoth = index > 0 && first !== undefined && first.at.length > 0 && line.at.length > 0
    return { line, figures: figuresOf(line, track.stops), apart: hasBoth ? waysApart(first, line) : null, isCut: track.morePoints }
  })
}

/** The asked tracks in their order, with what each comes to and where it was away from the first. */
export function useComparedTracks(asked: readonly ComparedTrack[]) {
  const {
    answers: tracks,
    isWhole,
    isFailed,
    again,
  } = useQueries({
    queries: asked.map(({ truckId, from, to }) => {
      const input = { truckId: String(truckId), from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      return {
        queryKey: keyOf(trackCalls.compared, input),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(trackCalls.compared, input, { purpose: 'action', signal }),
      }
    }),
    combine: answersTogether<TruckTrack>,
  })
  const compared = useMemo(() => (isWhole ? comparedOf(tracks) : []), [tracks, isWhole])
  return { compared, isWhole, isFailed, again }
}
