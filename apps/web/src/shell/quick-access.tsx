import { quickVisitCalls } from '@tanker/contract/endpoints/quick-visits'
import type { QuickVisit } from '@tanker/contract/quick-visits'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { call, CallError } from '../platform/calls/call.ts'
import { invalidate, useEndpoint } from '../platform/calls/use-endpoint.ts'
import { readSession } from '../platform/calls/session.ts'
import { text } from '../platform/language.ts'
import type { ScreenSearch } from '../platform/screen-frame/screen-address.ts'
import { useNamedViews } from '../platform/views/use-named-views.ts'
import { CloseIcon, StarIcon } from '../platform/ui/icons.tsx'
import { Popover } from '../platform/ui/popover.tsx'
import { toast } from '../platform/ui/toast.ts'
import type { MenuLink } from '../platform/account/menu-groups.ts'
import './quick-access.css'

const WORDS = {
  title: { zh: '快捷访问', en: 'Quick access' },
  add: { zh: '添加当前页面', en: 'Add this screen' },
  remove: { zh: '删除', en: 'Remove' },
  done: { zh: '完成', en: 'Done' },
  none: { zh: '还没有快捷访问', en: 'Nothing here yet' },
  exists: { zh: '该菜单已存在于快捷访问中。', en: 'This screen already exists in quick access.' },
  added: { zh: '添加成功', en: 'Added' },
  removed: { zh: '移除成功', en: 'Removed' },
  addFailed: { zh: '添加失败', en: 'Adding failed' },
  removeFailed: { zh: '移除失败', en: 'Removing failed' },
} as const

const pathOf = (url: string): string => url.split('?')[0] ?? url
/** The view that an entry names by its id; undefined for a screen. */
const viewOf = (url: string): string | undefined => new URLSearchParams(url.split('?')[1]).get('view') ?? undefined
const searchOf = (url: string): ScreenSearch => {
  const view = viewOf(url)
  return view === undefined ? {} : { view }
}

/** Screens and views at hand, on the right edge, 250 × 325 px (spec 2.11): add this one, or choose delete mode and then an entry (spec 4.5). */
export const QuickAccess = ({ links }: { links: readonly MenuLink[] }) => {
  const { userInfo } = readSession()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [removing, setRemoving] = useState(false)
  const { data: visits = [] } = useEndpoint(quickVisitCalls.list, { userId: String(userInfo.id) }, { purpose: 'silent' })
  const here = links.find(({ url }) => `/${url}` === path)

  const change = async (work: () => Promise<unknown>, done: string, failed: string): Promise<void> => {
    try {
      await work()
      toast('success', done)
    } catch (failure) {
      toast('error', failure instanceof CallError && failure.outcome === 'refused' ? failure.message : failed)
    }
    await invalidate(quickVisitCalls.list)
  }
  const add = (link: MenuLink): void => {
    if (visits.some(({ quickVisitUrl }) => quickVisitUrl === `/${link.url}`)) {
      toast('error', text(WORDS.exists))
      return
    }
    const values = { userId: String(userInfo.id), quickVisitUrl: `/${link.url}`, quickVisitName: link.name }
    void change(() => call(quickVisitCalls.add, values, { purpose: 'silent' }), text(WORDS.added), text(WORDS.addFailed))
  }
  const remove = ({ id }: QuickVisit): void =>
    void change(
      () => call(quickVisitCalls.remove, { id: String(id) }, { purpose: 'silent' }),
      text(WORDS.removed),
      text(WORDS.removeFailed),
    )
  const views = useNamedViews(visits.some(({ quickVisitUrl }) => viewOf(quickVisitUrl) !== undefined)).data?.views
  const nameOf = ({ quickVisitUrl, quickVisitName }: QuickVisit): string =>
    links.find(({ url }) => `/${url}` === quickVisitUrl)?.name ??
    views?.find(({ id }) => String(id) === viewOf(quickVisitUrl))?.name ??
    quickVisitName
  /** The screen of a view, below its name. */
  const screenOf = ({ quickVisitUrl }: QuickVisit): string | undefined =>
    viewOf(quickVisitUrl) === undefined ? undefined : links.find(({ url }) => `/${url}` === pathOf(quickVisitUrl))?.name

  return (
    <Popover width={250} buttonClass="quick-access-button" label={text(WORDS.title)} trigger={<StarIcon />}>
      {(close) => (
        <div className="quick-access">
          <h2>{text(WORDS.title)}</h2>
          <ul className="quick-access-list">
            {visits.map((visit) => (
              <li key={visit.id}>
                {removing ? (
                  <button className="popover-item" onClick={() => remove(visit)} aria-label={`${text(WORDS.remove)} ${nameOf(visit)}`}>
                    {nameOf(visit)} <CloseIcon />
                  </button>
                ) : (
                  <Link to={pathOf(visit.quickVisitUrl)} search={searchOf(visit.quickVisitUrl)} className="popover-item" onClick={close}>
                    {nameOf(visit)} <small>{screenOf(visit)}</small>
                  </Link>
                )}
              </li>
            ))}
            {visits.length === 0 && <li className="quick-access-none">{text(WORDS.none)}</li>}
          </ul>
          <div className="quick-access-actions">
            <button className="button" disabled={!here} onClick={() => here && add(here)}>
              {text(WORDS.add)}
            </button>
            <button
              className="button"
              aria-pressed={removing}
              disabled={visits.length === 0 && !removing}
              onClick={() => setRemoving(!removing)}
            >
              {text(removing ? WORDS.done : WORDS.remove)}
            </button>
          </div>
        </div>
      )}
    </Popover>
  )
}
