import type { PermissionNode } from '@tanker/contract/rights'
import { text } from '../../platform/language.ts'
import { AskingDialog } from '../../platform/ui/asking-dialog.tsx'

const WORDS = {
  title: { zh: '确认分配功能', en: 'Grant permissions' },
  cancel: { zh: '取消', en: 'Cancel' },
  confirm: { zh: '确认保存', en: 'Save' },
  everything: {
    zh: '该角色将拥有全部功能，包括今后新增的功能。',
    en: 'The role gets all permissions, including future ones.',
  },
  danger: {
    zh: '其中以下为高风险操作，请确认没有选错：',
    en: 'These permissions can affect other users. Please check that they are intended:',
  },
} as const

type GrantDialogProps = {
  readonly added: readonly PermissionNode[]
  readonly removed: readonly PermissionNode[]
  readonly everything: boolean
  readonly users: number
  readonly saving: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

const nameOf = ({ name }: PermissionNode, parent: string | undefined): string => (parent === undefined ? name : `${parent} · ${name}`)

/** Spec 5.2: what is about to be given and taken, and how many people it concerns, before it counts. */
export const GrantDialog = (props: GrantDialogProps & { readonly screenOf: (node: PermissionNode) => string | undefined }) => {
  const { added, removed, everything, users, saving, screenOf, onConfirm, onCancel } = props
  const dangerous = added.filter((node) => node.dangerous)
  return (
    <AskingDialog
      className="grant-dialog"
      title={text(WORDS.title)}
      cancel={text(WORDS.cancel)}
      confirm={text(WORDS.confirm)}
      busy={saving}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <p>
        {text({
          zh: `新增 ${added.length} 项，取消 ${removed.length} 项，将立即对 ${users} 个用户生效。`,
          en: `${added.length} granted, ${removed.length} removed; effective immediately for ${users} ${users === 1 ? 'user' : 'users'}.`,
        })}
      </p>
      {everything && <p className="grant-warning">{text(WORDS.everything)}</p>}
      {dangerous.length > 0 && (
        <>
          <p className="grant-warning">{text(WORDS.danger)}</p>
          <ul className="grant-list" tabIndex={0}>
            {dangerous.map((node) => (
              <li key={node.key}>{nameOf(node, screenOf(node))}</li>
            ))}
          </ul>
        </>
      )}
    </AskingDialog>
  )
}
