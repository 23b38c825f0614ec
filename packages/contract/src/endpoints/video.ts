import { endpoint } from '../endpoint.ts'
import { playbackAsked, recordingsAsked, recordingsOfDay } from '../history-video.ts'
import { liveAsked, liveTicket, videoChannels, videoChannelsQuery } from '../video.ts'

const policy = { permission: 'video:watch' } as const

export const videoCalls = {
  channels: endpoint({
    method: 'GET',
    path: '/video/channels',
    policy,
    summary: 'The camera channels of a truck, whether it is online, and its video traffic of this month',
    input: videoChannelsQuery,
    answer: videoChannels,
  }),
  live: endpoint({
    method: 'POST',
    path: '/video/live',
    policy,
    summary: 'A ticket to watch a channel of a truck live, valid once and for half a minute',
    input: liveAsked,
    answer: liveTicket,
    audit: 'history',
  }),
  recordings: endpoint({
    method: 'GET',
    path: '/video/recordings',
    policy,
    summary: 'What the recorder of a truck has of a channel and a day; the terminal is asked, for up to 15 seconds',
    input: recordingsAsked,
    answer: recordingsOfDay,
  }),
  playback: endpoint({
    method: 'POST',
    path: '/video/playback',
    policy,
    summary: 'A ticket to play what the recorder of a truck has, valid once and for half a minute',
    input: playbackAsked,
    answer: liveTicket,
    audit: 'history',
  }),
}
