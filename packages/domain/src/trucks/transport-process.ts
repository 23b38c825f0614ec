import type { Text } from '../texts/text.ts'

/** The twelve states of a delivery, in the order of spec 4.5: the index is the code. */
export const TRANSPORT_STATES = [
  { name: 'idle', text: { zh: '空闲', en: 'Idle' } },
  { name: 'loading-pipe-connected', text: { zh: '装油管已连接', en: 'Loading pipe connected' } },
  { name: 'loading-bottom', text: { zh: '装油中（下装）', en: 'Loading (bottom)' } },
  { name: 'loading-cover-open', text: { zh: '装油开盖', en: 'Loading cover open' } },
  { name: 'loading-top', text: { zh: '装油中（上装）', en: 'Loading (top)' } },
  { name: 'depot-loading-stop', text: { zh: '油库装油停止', en: 'Depot loading stop' } },
  { name: 'in-transit', text: { zh: '在途', en: 'In transit' } },
  { name: 'unloading-pipe-connected', text: { zh: '卸油管已连接', en: 'Unloading pipe connected' } },
  { name: 'unloading', text: { zh: '卸油中', en: 'Unloading' } },
  { name: 'unloading-stop', text: { zh: '卸油停止', en: 'Unloading stop' } },
  { name: 'waiting-for-emptying', text: { zh: '等待排空', en: 'Waiting for emptying' } },
  { name: 'half-unloaded-transit', text: { zh: '半卸后在途', en: 'Transit after half-unloading' } },
] as const satisfies readonly { readonly name: string; readonly text: Text }[]

export const IDLE = 0
export const LOADING_PIPE = 1
export const LOADING_BOTTOM = 2
export const LOADING_COVER = 3
export const LOADING_TOP = 4
export const LOADING_STOP = 5
export const IN_TRANSIT = 6
export const UNLOADING_PIPE = 7
export const UNLOADING = 8
export const UNLOADING_STOP = 9
export const EMPTYING = 10
export const HALF_UNLOADED = 11

export type TransportState = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11

export const transportStateText = (state: TransportState): Text => TRANSPORT_STATES[state].text
