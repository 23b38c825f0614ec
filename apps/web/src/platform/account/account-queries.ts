import { alarmDeskCalls } from '@tanker/contract/endpoints/alarm-desk'
import { accessCalls } from '@tanker/contract/endpoints/access'
import { fenceCalls } from '@tanker/contract/endpoints/fences'
import { storageCalls } from '@tanker/contract/endpoints/storage'
import { truckCalls } from '@tanker/contract/endpoints/trucks'
import { APPROVING_ROLES } from '@tanker/contract/fence-approvals'
import type { Menus } from '@tanker/contract/session'
import { FEED_TIMES } from '@tanker/contract/feed'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, CallError } from '../calls/call.ts'
import { invalidate, keyOf, useEndpoint } from '../calls/use-endpoint.ts'
import { queryClient } from '../calls/query-client.ts'
import { onAlarmChange } from '../feed/alarm-changes.ts'
import { text } from '../language.ts'
import { keepMenuFlags, withoutDeviceCommands } from './menu-groups.ts'
import { toast } from '../ui/toast.ts'

const STATUS_FAILED = { zh: '获取车辆状态统计失败', en: 'Getting vehicle status statistics failed' } as const

export const MENUS = keyOf(accessCalls.menus)
export const PRIVILEGES = keyOf(accessCalls.privileges)

/** What the web console cannot begin without. */
export const FIRST_CALLS = [MENUS, PRIVILEGES]

/** A first call that fails is retried repeatedly: one toast only. */
const firstCallPurpose = (queryKey: readonly unknown[]): 'screen' | 'poll' =>
  queryClient.getQueryState(queryKey)?.status === 'error' ? 'poll' : 'screen'

async function readMenus(): Promise<Menus> {
  const { menus, flags } = withoutDeviceCommands(await call(accessCalls.menus, null, { purpose: firstCallPurpose(MENUS) }))
  keepMenuFlags(flags)
  return menus
}

/** The menu, as soon as it has been read. */
export const menusRead = (): Promise<Menus> => queryClient.ensureQueryData({ queryKey: MENUS, queryFn: readMenus, staleTime: Infinity })

export const useMenus = () => useQuery({ queryKey: MENUS, queryFn: readMenus, staleTime: Infinity })

export const usePrivileges = () =>
  useEndpoint(accessCalls.privileges, null, { purpose: () => firstCallPurpose(PRIVILEGES), staleTime: Infinity })

/** Spec 7.2: every 30 s; the socket refreshes the counters in between. */
export const useTruckStatus = (userPri: string) =>
  useQuery({
    queryKey: keyOf(truckCalls.status),
    refetchInterval: FEED_TIMES.pollMs,
    queryFn: async () => {
      try {
        return await call(truckCalls.status, { userPri }, { purpose: 'silent' })
      } catch (failure) {
        toast('error', failure instanceof CallError && failure.outcome === 'no-permission' ? failure.message : text(STATUS_FAILED)) // spec 8.3
        throw failure
      }
    },
  })

/** Spec 6, 7.3: super administrators alone, every 15 minutes. A failure is silent (spec 8.3): the last list stays. */
export const useHeartbeatTimeouts = (superMan: boolean) =>
  useEndpoint(truckCalls.heartbeatTimeouts, {}, { purpose: 'silent', enabled: superMan, refetchInterval: FEED_TIMES.slowPollMs })

/** Disks that are nearly full, for super administrators. A failure is silent: the last answer stays. */
export const useStorage = (superMan: boolean) =>
  useEndpoint(storageCalls.read, null, { purpose: 'silent', enabled: superMan, refetchInterval: FEED_TIMES.slowPollMs })

/**
 * Spec 6, 7.2: the roles that approve fences hear of what waits, as often as the timer says (every 15 minutes). A failure is
 * silent (spec 8.3): the last list stays.
 */
export const useFenceApprovals = (roleName: string) => {
  const isApprover = APPROVING_ROLES.includes(roleName)
  const timer = useEndpoint(fenceCalls.timer, null, { purpose: 'silent', enabled: isApprover, staleTime: Infinity })
  return useEndpoint(fenceCalls.pending, null, {
    purpose: 'silent',
    enabled: isApprover,
    refetchInterval: timer.data ? timer.data.everyS * 1000 : FEED_TIMES.slowPollMs,
  })
}

/** The route of the alarm desk. */
export const ALARM_DESK = 'monitor/alarm_desk'

/** How often the alarm desk is read again besides at each alarm: what others assign is no alarm. */
export const deskRefreshMs = 15_000

/** Unhandled alarms by grade, for users with the alarm desk; read again at each alarm. A failure is silent: the last counts stay. */
export const useDeskCounts = (hasDesk: boolean) => {
  const counts = useEndpoint(alarmDeskCalls.counts, null, { purpose: 'silent', enabled: hasDesk, refetchInterval: deskRefreshMs })
  useEffect(() => (hasDesk ? onAlarmChange(() => void invalidate(alarmDeskCalls.counts)) : undefined), [hasDesk])
  return counts.data
}
