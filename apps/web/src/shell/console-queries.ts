import { type ApprovalTimer, APPROVING_ROLES, type PendingApprovals } from '@tanker/contract/fence-approvals'
import type { Menus, UserPrivileges } from '@tanker/contract/session'
import type { Storage } from '@tanker/contract/storage'
import type { HeartbeatTimeout, TruckStatusData } from '@tanker/contract/trucks'
import { FEED_TIMES } from '@tanker/contract/feed'
import { useQuery } from '@tanstack/react-query'
import { call, CallError } from '../calls/call.ts'
import { queryClient } from '../calls/query-client.ts'
import { text } from '../language.ts'
import { keepMenuFlags, withoutDeviceCommands } from './menu-groups.ts'
import { toast } from '../ui/toast.ts'

const STATUS_FAILED = { zh: '获取车辆状态统计失败', en: 'Getting vehicle status statistics failed' } as const

const MENUS = ['menus'] as const
const PRIVILEGES = ['userPri'] as const

/** What the console cannot begin without. */
export const FIRST_CALLS = [MENUS, PRIVILEGES]

/** A first call that fails is retried repeatedly: one toast only. */
const firstCallPurpose = (queryKey: readonly string[]): 'screen' | 'poll' =>
  queryClient.getQueryState(queryKey)?.status === 'error' ? 'poll' : 'screen'

async function readMenus(): Promise<Menus> {
  const { menus, flags } = withoutDeviceCommands(await call<Menus>('GET', '/menus', { purpose: firstCallPurpose(MENUS) }))
  keepMenuFlags(flags)
  return menus
}

export const useMenus = () => useQuery({ queryKey: MENUS, queryFn: readMenus, staleTime: Infinity })

export const usePrivileges = () =>
  useQuery({
    queryKey: PRIVILEGES,
    queryFn: () => call<UserPrivileges>('GET', '/userPri', { purpose: firstCallPurpose(PRIVILEGES) }),
    staleTime: Infinity,
  })

/** Spec 7.2: every 30 s; the socket refreshes the counters in between. */
export const useTruckStatus = (userPri: string) =>
  useQuery({
    queryKey: ['truckStatusData'],
    refetchInterval: FEED_TIMES.pollMs,
    queryFn: async () => {
      try {
        return await call<TruckStatusData>('GET', '/truckStatusData', { values: { userPri }, purpose: 'silent' })
      } catch (failure) {
        toast('error', failure instanceof CallError && failure.outcome === 'no-permission' ? failure.message : text(STATUS_FAILED)) // spec 8.3
        throw failure
      }
    },
  })

/** Spec 6, 7.3: super administrators alone, every 15 minutes. A failure is silent (spec 8.3): the last list stays. */
export const useHeartbeatTimeouts = (superMan: boolean) =>
  useQuery({
    queryKey: ['heartBeatInfo'],
    enabled: superMan,
    refetchInterval: FEED_TIMES.slowPollMs,
    queryFn: () => call<HeartbeatTimeout[]>('GET', '/heartBeatInfo', { purpose: 'silent' }),
  })

/** Disks that are nearly full, for super administrators. A failure is silent: the last answer stays. */
export const useStorage = (superMan: boolean) =>
  useQuery({
    queryKey: ['storage'],
    enabled: superMan,
    refetchInterval: FEED_TIMES.slowPollMs,
    queryFn: () => call<Storage>('GET', '/storage', { purpose: 'silent' }),
  })

/**
 * Spec 6, 7.2: the roles that approve fences hear of what waits, as often as the timer says (every 15 minutes). A failure is
 * silent (spec 8.3): the last list stays.
 */
export const useFenceApprovals = (roleName: string) => {
  const isApprover = APPROVING_ROLES.includes(roleName)
  const timer = useQuery({
    queryKey: ['fenceApprovalTimer'],
    enabled: isApprover,
    staleTime: Infinity,
    queryFn: () => call<ApprovalTimer>('GET', '/fenceApproval/timer', { purpose: 'silent' }),
  })
  return useQuery({
    queryKey: ['fenceApproval'],
    enabled: isApprover,
    refetchInterval: timer.data ? timer.data.everyS * 1000 : FEED_TIMES.slowPollMs,
    queryFn: () => call<PendingApprovals>('GET', '/fenceApproval', { purpose: 'silent' }),
  })
}
