import { namedViewCalls } from '@tanker/contract/endpoints/named-views'
import type { NamedView } from '@tanker/contract/named-views'
import { useState } from 'react'
import { call } from '../platform/calls/call.ts'
import { invalidate, useEndpoint } from '../platform/calls/use-endpoint.ts'
import { text } from '../platform/language.ts'
import { FormDialog } from '../platform/ui/form-dialog.tsx'

const WORDS = {
  title: { zh: '共享视图', en: 'Share the view' },
  save: { zh: '保存', en: 'Save' },
  what: {
    zh: '勾选角色的用户可以打开该视图，但只能看到自己权限内的车辆和组织。',
    en: 'Users with the ticked roles can open the view. Each of them still sees only the trucks and organisations of their own.',
  },
  none: {
    zh: '没有可共享的角色：只能共享给您可以分配的角色。',
    en: 'There is no role to share with: only roles that you may assign to users.',
  },
  loading: { zh: '正在加载…', en: 'Loading…' },
} as const

/** Chooses the roles that may open one of the user's views. */
export const ShareViewDialog = ({ view, onDone }: { readonly view: NamedView; readonly onDone: () => void }) => {
  const roles = useEndpoint(namedViewCalls.roles, null, { purpose: 'action' })
  const [ticked, setTicked] = useState<ReadonlySet<number>>(() => new Set(view.roles.map(({ id }) => id)))
  const offered = [
    ...(roles.data ?? []).map(({ id, name, companyName }) => ({ id, name, companyName })),
    // A role that the user can no longer assign may be taken back.
    ...view.roles.filter(({ id }) => roles.data?.every((role) => role.id !== id) ?? true).map((role) => ({ ...role, companyName: '' })),
  ]
  const toggle = (id: number): void =>
    setTicked(ticked.has(id) ? new Set([...ticked].filter((one) => one !== id)) : new Set([...ticked, id]))
  return (
    <FormDialog
      title={text(WORDS.title)}
      count={view.name}
      submit={text(WORDS.save)}
      busy={roles.isPending}
      own
      onCancel={onDone}
      onSubmit={async () => {
        await call(namedViewCalls.share, { id: view.id, roleIds: [...ticked].join(',') }, { purpose: 'action' })
        await invalidate(namedViewCalls.list)
        onDone()
      }}
    >
      <p>{text(offered.length > 0 ? WORDS.what : roles.isPending ? WORDS.loading : WORDS.none)}</p>
      <ul className="share-roles">
        {offered.map(({ id, name, companyName }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={ticked.has(id)} onChange={() => toggle(id)} />
              {name}
              <small>{companyName}</small>
            </label>
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
