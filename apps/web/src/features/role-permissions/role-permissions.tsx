import { rightsCalls } from '@tanker/contract/endpoints/rights'
import { EVERYTHING, type PermissionNode, type RolePermissions } from '@tanker/contract/rights'
import { useId, useMemo, useState } from 'react'
import { call, CallError } from '../../platform/calls/call.ts'
import { invalidate, keepAnswer, useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { OrganisationTree } from '../../report/organisation-tree.tsx'
import { idIn, useScreenAddress } from '../../platform/screen-frame/screen-address.ts'
import { ScreenFrame } from '../../platform/screen-frame/screen-frame.tsx'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { PermissionTree } from './permission-tree.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import './role-permissions.css'
import { allTicked, difference, type Ticks, toggled, treeOf } from './ticks.ts'

const WORDS = {
  title: { zh: '角色功能分配', en: 'Role permissions' },
  organisation: { zh: '所属组织', en: 'Organisation' },
  role: { zh: '角色', en: 'Role' },
  choose: { zh: '请选择角色', en: 'Choose a role' },
  chooseWhy: {
    zh: '选择组织和角色后，在此勾选该角色可以使用的页面和操作',
    en: 'Choose an organisation and a role to tick what it may see and do',
  },
  noRole: { zh: '该组织没有角色', en: 'This organisation has no roles' },
  search: { zh: '查找功能', en: 'Find a permission' },
  selectAll: { zh: '全选', en: 'Select all' },
  selectNone: { zh: '全不选', en: 'Select none' },
  undo: { zh: '撤销修改', en: 'Undo' },
  save: { zh: '保存', en: 'Save' },
  saved: { zh: '保存成功，已立即生效', en: 'Saved and in effect' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '功能加载失败', en: 'The permissions could not be loaded' },
  everything: { zh: '全部功能（含今后新增的功能）', en: 'All permissions, including future ones' },
  unchanged: { zh: '没有修改', en: 'Nothing was changed' },
} as const

/** The whole of it when a role holds everything, so that taking that away begins with all of it ticked. */
const ticksOf = ({ permissions, tree }: RolePermissions): Ticks =>
  permissions.includes(EVERYTHING)
    ? new Set(tree.filter(({ kind }) => kind === 'screen' || kind === 'action').map(({ key }) => key))
    : new Set(permissions)

/** Which screens a role opens and which buttons it shows, by organisation (spec 3.6, 5.2, 6). */
export const RolePermissionsScreen = () => {
  const id = useId()
  const { search, ask } = useScreenAddress()
  const roleId = idIn(search, 'role') ?? 0
  const roles = useEndpoint(rightsCalls.rolePermissionRoles, null, { purpose: 'screen' })
  const chosen = roles.data?.find((role) => role.id === roleId)
  const organisationId = chosen?.organisationId ?? idIn(search, 'organisation')
  const offered = (roles.data ?? []).filter((role) => organisationId === null || role.organisationId === organisationId)
  const permissions = useEndpoint(rightsCalls.rolePermissions, { id: roleId }, { purpose: 'poll', enabled: roleId > 0 })

  return (
    <ScreenFrame
      title={text(WORDS.title)}
      onSearch={null}
      asksFirst={roleId === 0}
      filters={
        <>
          <div className="filter">
            <label htmlFor={`${id}-organisation`}>{text(WORDS.organisation)}</label>
            <OrganisationTree
              id={`${id}-organisation`}
              className="filter-scope"
              label={text(WORDS.organisation)}
              value={organisationId === null ? [] : [organisationId]}
              onChange={([organisation]) => ask(organisation === undefined ? {} : { organisation: String(organisation) })}
            />
          </div>
          <div className="filter">
            <label htmlFor={`${id}-role`}>{text(WORDS.role)}</label>
            <select
              id={`${id}-role`}
              className="field permission-role"
              value={chosen ? String(chosen.id) : ''}
              onChange={({ target }) => ask(target.value === '' ? {} : { role: target.value })}
            >
              <option value="">{text(roles.data && offered.length === 0 ? WORDS.noRole : WORDS.choose)}</option>
              {offered.map((role) => (
                <option key={role.id} value={role.id}>
                  {organisationId === null ? `${role.name} · ${role.companyName}` : role.name}
                </option>
              ))}
            </select>
          </div>
        </>
      }
    >
      {roleId === 0 ? (
        <p className="waiting">{text(WORDS.chooseWhy)}</p>
      ) : permissions.isError ? (
        <ReadFailed words={text(WORDS.failed)} onAgain={() => void permissions.refetch()} />
      ) : permissions.isPending ? (
        <p className="waiting">{text(WORDS.loading)}</p>
      ) : (
        <PermissionsForm key={`${permissions.data.roleId} ${permissions.data.version}`} given={permissions.data} />
      )}
    </ScreenFrame>
  )
}

const PermissionsForm = ({ given }: { readonly given: RolePermissions }) => {
  const id = useId()
  const tree = useMemo(() => treeOf(given.tree), [given])
  const before = useMemo(() => ticksOf(given), [given])
  const [ticks, setTicks] = useState(before)
  const hadEverything = given.permissions.includes(EVERYTHING)
  const [everything, setEverything] = useState(hadEverything)
  const [search, setSearch] = useState('')
  const [asking, setAsking] = useState(false)
  const [saving, setSaving] = useState(false)
  const locked = given.locked !== null
  const { added, removed } = difference(given.tree, before, ticks)
  const isChanged = everything !== hadEverything || (!everything && added.length + removed.length > 0)
  const screens = useMemo(() => new Map(given.tree.filter(({ kind }) => kind === 'screen').map(({ key, name }) => [key, name])), [given])

  const save = async (): Promise<void> => {
    setSaving(true)
    const values = { id: given.roleId, version: given.version, permissions: everything ? EVERYTHING : [...ticks].join(',') }
    try {
      const saved = await call(rightsCalls.saveRolePermissions, values, { purpose: 'action' })
      toast('success', text(WORDS.saved))
      keepAnswer(rightsCalls.rolePermissions, { id: given.roleId }, saved)
    } catch (failure) {
      setAsking(false)
      setSaving(false)
      // `call` has shown the reason; changes saved by another user are shown immediately.
      if (failure instanceof CallError && failure.code === 409) void invalidate(rightsCalls.rolePermissions, { id: given.roleId })
    }
  }

  return (
    <section className="permissions" aria-label={given.roleName}>
      <header className="permissions-head">
        <h2>
          {given.roleName} <span className="permissions-organisation">{given.companyName}</span>
        </h2>
        <p className="permissions-note">
          {given.locked ??
            text({
              zh: `${given.users} 个用户使用该角色，保存后立即生效，请谨慎操作。`,
              en: `${given.users} ${given.users === 1 ? 'user has' : 'users have'} this role. Changes take effect immediately.`,
            })}
        </p>
        <div className="permissions-tools">
          <label htmlFor={`${id}-search`} className="visually-hidden">
            {text(WORDS.search)}
          </label>
          <input
            id={`${id}-search`}
            type="search"
            className="field"
            placeholder={text(WORDS.search)}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          {!locked && (
            <>
              <button type="button" className="button" disabled={everything} onClick={() => setTicks(allTicked(given.tree, ticks))}>
                {text(WORDS.selectAll)}
              </button>
              <button
                type="button"
                className="button"
                disabled={everything}
                onClick={() => setTicks(new Set([...ticks].filter((key) => given.tree.some((node) => node.key === key && !node.held))))}
              >
                {text(WORDS.selectNone)}
              </button>
              <button
                type="button"
                className="button"
                disabled={!isChanged}
                onClick={() => {
                  setTicks(before)
                  setEverything(hadEverything)
                }}
              >
                {text(WORDS.undo)}
              </button>
              <button
                type="button"
                className="button button-primary"
                onClick={() => (isChanged ? setAsking(true) : void toast('info', text(WORDS.unchanged)))}
              >
                {text(WORDS.save)}
              </button>
            </>
          )}
        </div>
        {(given.mayGrantEverything || hadEverything) && (
          <label className="permissions-everything">
            <input type="checkbox" checked={everything} disabled={locked} onChange={({ target }) => setEverything(target.checked)} />
            {text(WORDS.everything)}
          </label>
        )}
      </header>
      <div className="permission-groups">
        {tree.roots.map((root) => (
          <PermissionTree
            key={root.key}
            tree={tree}
            root={root}
            ticks={ticks}
            search={search}
            locked={locked || everything}
            onToggle={(node: PermissionNode) => setTicks(toggled(tree, node, ticks))}
          />
        ))}
      </div>
      {asking && (
        <GrantDialog
          added={everything ? [] : added}
          removed={everything ? [] : removed}
          everything={everything}
          users={given.users}
          saving={saving}
          screenOf={({ parent }) => (parent === null ? undefined : screens.get(parent))}
          onConfirm={() => void save()}
          onCancel={() => setAsking(false)}
        />
      )}
    </section>
  )
}
