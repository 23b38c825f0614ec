import type { Menus, UserPrivileges } from '@tanker/contract/session'
import type { HeartbeatTimeout, TruckStatusData } from '@tanker/contract/trucks'
import { SCREENS } from '@tanker/contract/screens'
import { FEED_TIMES } from '@tanker/contract/feed'
import { useQuery } from '@tanstack/react-query'
import { call, CallError } from '../calls/call.ts'
import { text } from '../language.ts'
import { toast } from '../ui/toast.ts'

const STATUS_FAILED = { zh: '获取车辆状态统计失败', en: 'Getting vehicle status statistics failed' } as const

export const useMenus = () => useQuery({ queryKey: ['menus'], queryFn: () => call<Menus>('GET', '/menus'), staleTime: Infinity })

export const usePrivileges = () =>
  useQuery({ queryKey: ['userPri'], queryFn: () => call<UserPrivileges>('GET', '/userPri'), staleTime: Infinity })

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

export type MenuLink = { readonly name: string; readonly url: string }
export type MenuSection = { readonly name: string; readonly links: readonly MenuLink[] }
export type MenuGroup = { readonly name: string; readonly sections: readonly MenuSection[] }

const screenPaths: ReadonlySet<string> = new Set(SCREENS.map(({ path }) => path))
const asRoute = (url: string): string => url.replace(/^\/+/, '')

/** The server's menu as the sidebar draws it: a screen that does not exist yet is not shown, nor what is empty without it. */
export const menuGroups = (menus: Menus): readonly MenuGroup[] =>
  menus
    .map((group) => ({
      name: group.name,
      sections: group.menus
        .map((menu) => ({
          name: menu.child.length > 0 ? menu.name : '',
          links: (menu.child.length > 0 ? menu.child : [menu])
            .map(({ name, url }) => ({ name, url: asRoute(url) }))
            .filter(({ url }) => screenPaths.has(url)),
        }))
        .filter(({ links }) => links.length > 0),
    }))
    .filter(({ sections }) => sections.length > 0)

export const menuLinks = (menus: Menus): readonly MenuLink[] =>
  menuGroups(menus).flatMap(({ sections }) => sections.flatMap(({ links }) => links))
