import { accessCalls } from '@tanker/contract/endpoints/access'
import { alarmCalls } from '@tanker/contract/endpoints/alarms'
import { truckCalls } from '@tanker/contract/endpoints/trucks'
import type { Alarm } from '@tanker/contract/alarms'
import { ALARM_SOCKET_PATH, FEED_TIMES, type ServerMessage } from '@tanker/contract/feed'
import type { UserPrivileges } from '@tanker/contract/session'
import type { TruckStatusData } from '@tanker/contract/trucks'
import { create } from 'zustand'
import { call } from '../calls/call.ts'
import { keyOf } from '../calls/use-endpoint.ts'
import { queryClient, readFailedAgain } from '../calls/query-client.ts'
import { wasRenewedSince } from '../calls/renewal.ts'
import { leaveSession } from '../calls/ended-session.ts'
import { headerId, isSignedIn, readSession } from '../calls/session.ts'
import { text } from '../language.ts'
import { keepAlarmSocket } from './alarm-socket.ts'
import { fleetStore } from './fleet-store.ts'
import { type LiveAlarms, NO_ALARMS, receiveAlarms, takeBackAlarms, withdrawAlarms } from './live-alarms.ts'

const ACCESS_RESTRICTED = { zh: '访问受限', en: 'Access restricted' } as const

export type UploadsUnderWay = Pick<Extract<ServerMessage, { type: 'uploads' }>, 'trucks' | 'at' | 'leftMs'>

type Feed = {
  readonly alarms: LiveAlarms
  /** Turns false when the line is lost, not before it was first tried. */
  readonly connected: boolean
  /** Since when it is lost. */
  readonly lostAt: number | null
  /** Trucks that send what they stored; null while there are none. */
  readonly uploads: UploadsUnderWay | null
}

export const useFeed = create<Feed>(() => ({ alarms: NO_ALARMS, connected: true, lostAt: null, uploads: null }))

let heardAt: number | null = null

/** When the server last said anything on the socket; null before the first time. */
export const lastHeardAt = (): number | null => heardAt

const hold = (alarms: LiveAlarms): void => useFeed.setState({ alarms })

const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const userPriText = (privileges: UserPrivileges): string => privileges.userPri.map(({ key }) => key).join(',')

/** Asks for the whole fleet, now and until the server answers. */
export const reloadFleet = (): void => {
  call(truckCalls.fleet, null, { purpose: 'silent' }).then(
    (snapshot) => fleetStore.load(snapshot),
    () => setTimeout(reloadFleet, FEED_TIMES.reconnectMs), // shown as "connecting" until it works
  )
}

/**
 * Starts the socket and the poll that repairs it (spec 7.2, 7.4); ends both when the answer is called.
 * `onFresh` hears of alarms that speak up; `restored` when they were there before this page was opened. `onRights` hears
 * the stamp of what the user may do.
 */
export const startFeed = (
  privileges: UserPrivileges,
  onFresh: (alarms: readonly Alarm[], restored: boolean) => void,
  onRights: (stamp: string) => void,
): (() => void) => {
  if (typeof WebSocket === 'undefined') {
    alert(text(ACCESS_RESTRICTED))
    return () => {}
  }
  const { token } = readSession()
  /** With which the socket was opened last. */
  let said = headerId()
  const wanted = {
    typeIds: privileges.stUserAlarm.alarmTypeIds,
    userPri: userPriText(privileges),
    timeZone: timeZone(),
    userName: token.userName,
  }
  const cursor = (): { cursor?: string } => {
    const held = useFeed.getState().alarms.cursor
    return held === null ? {} : { cursor: held }
  }

  const receive = (alarms: readonly Alarm[], at: string): void => {
    const before = useFeed.getState().alarms
    const { held, fresh } = receiveAlarms(before, alarms, at)
    hold(held)
    if (fresh.length > 0) onFresh(fresh, before.cursor === null)
  }

  const onMessage = (message: ServerMessage): void => {
    heardAt = Date.now()
    switch (message.type) {
      case 'alarms':
        return receive(message.alarms, message.cursor)
      case 'alarms-closed':
        return hold(takeBackAlarms(useFeed.getState().alarms, message.ids, message.cursor))
      case 'status':
        queryClient.setQueryData<TruckStatusData>(
          keyOf(truckCalls.status),
          (held) => held && { ...held, truckStatusCount: message.truckStatusCount, oilCount: message.oilCount },
        )
        return
      case 'trucks':
        return fleetStore.apply(message)
      case 'fleet-changed':
        return reloadFleet()
      case 'uploads':
        return useFeed.setState({ uploads: message.trucks === 0 ? null : message })
      case 'rights':
        return onRights(message.stamp)
      case 'session-ended':
        // With a new pair of secrets the session goes on, and so does the line, at once.
        void wasRenewedSince(said).then((renewed) => {
          if (renewed) return socket.reopen()
          // Any call is refused with the reason, which the socket does not say, and leaves the session.
          call(accessCalls.menus, null, { purpose: 'silent' }).then(
            () => socket.reopen(),
            () => isSignedIn() && leaveSession('unknown'),
          )
        })
    }
  }

  const socket = keepAlarmSocket(
    () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${ALARM_SOCKET_PATH}`),
    {
      firstMessages: () => [
        { msgType: 1, ...wanted, headerId: (said = headerId()) ?? '', ...cursor() },
        { msgType: 0, frequency: FEED_TIMES.statusFrequencyS, userPri: wanted.userPri, timeZone: wanted.timeZone, positions: true },
      ],
      onMessage,
      onConnected: (connected) => {
        if (connected && useFeed.getState().lostAt !== null) readFailedAgain()
        useFeed.setState(({ lostAt }) => ({ connected, lostAt: connected ? null : (lostAt ?? Date.now()) }))
        if (connected) reloadFleet()
        else {
          fleetStore.lose()
          // It is said again on the next line.
          useFeed.setState({ uploads: null })
        }
      },
    },
  )

  const poll = setInterval(() => {
    const values = { ...wanted, ...cursor() }
    call(alarmCalls.info, values, { purpose: 'silent' }).then(
      ({ alarms, cursor: reached, closed = [] }) => {
        // First what is gone: its cursor is the same.
        if (closed.length > 0) hold(takeBackAlarms(useFeed.getState().alarms, closed, reached))
        receive(alarms, reached)
      },
      () => {}, // spec 8.3: errors of the alarm poll are silently ignored
    )
  }, FEED_TIMES.pollMs)

  return () => {
    clearInterval(poll)
    socket.stop()
  }
}

/** Closes exactly these alarms for this user's live list (spec 4.3, 7.3). */
export const closeAlarms = async (ids: readonly string[], privileges: UserPrivileges): Promise<void> => {
  hold(withdrawAlarms(useFeed.getState().alarms, ids))
  await call(
    alarmCalls.clear,
    {
      alarmInfoIds: ids,
      typeIds: privileges.stUserAlarm.alarmTypeIds,
      userPri: userPriText(privileges),
      userName: readSession().token.userName,
    },
    { purpose: 'poll' },
  )
}
