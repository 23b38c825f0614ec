import { namedViewCalls } from '@tanker/contract/endpoints/named-views'
import { MAX_VIEW_NAME, type NamedView } from '@tanker/contract/named-views'
import { useState } from 'react'
import { call, CallError } from '../platform/calls/call.ts'
import { invalidate } from '../platform/calls/use-endpoint.ts'
import { text } from '../platform/language.ts'
import { AskingDialog } from '../platform/ui/asking-dialog.tsx'
import { FormDialog, InputField } from '../platform/ui/form-dialog.tsx'

const WORDS = {
  rename: { zh: '重命名视图', en: 'Rename the view' },
  name: { zh: '名称', en: 'Name' },
  noName: { zh: '请填写名称', en: 'Please enter a name' },
  save: { zh: '保存', en: 'Save' },
  remove: { zh: '删除视图', en: 'Delete the view' },
  confirm: { zh: '删除', en: 'Delete' },
  cancel: { zh: '取消', en: 'Cancel' },
} as const

const question = ({ name, roles }: NamedView): string =>
  roles.length === 0
    ? text({ zh: `确定删除视图“${name}”？`, en: `Delete the view “${name}”?` })
    : text({
        zh: `视图“${name}”已共享给 ${roles.map((role) => role.name).join('、')}，删除后这些角色的用户也无法再打开。确定删除？`,
        en: `The view “${name}” is shared with ${roles.map((role) => role.name).join(', ')}; these users can no longer open it either. Delete it?`,
      })

/** Gives one of the user's views another name. */
export const RenameViewDialog = ({ view, onDone }: { readonly view: NamedView; readonly onDone: () => void }) => {
  const [name, setName] = useState(view.name)
  return (
    <FormDialog
      title={text(WORDS.rename)}
      submit={text(WORDS.save)}
      check={() => (name.trim() === '' ? text(WORDS.noName) : null)}
      onCancel={onDone}
      onSubmit={async () => {
        await call(namedViewCalls.change, { id: view.id, name: name.trim() }, { purpose: 'action' })
        await invalidate(namedViewCalls.list)
        onDone()
      }}
    >
      <InputField label={text(WORDS.name)} value={name} onChange={setName} maxLength={MAX_VIEW_NAME} autoComplete="off" first />
    </FormDialog>
  )
}

type DeleteViewDialogProps = { readonly view: NamedView; readonly onDeleted: () => void; readonly onCancel: () => void }

/** Asks before a view is deleted. */
export const DeleteViewDialog = ({ view, onDeleted, onCancel }: DeleteViewDialogProps) => {
  const [busy, setBusy] = useState(false)
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await call(namedViewCalls.remove, { id: view.id }, { purpose: 'action' })
      // The list leaves the view before it is gone, and says nothing of it.
      onDeleted()
      await invalidate(namedViewCalls.list)
    } catch (failure) {
      setBusy(false)
      if (!(failure instanceof CallError)) throw failure
    }
  }
  return (
    <AskingDialog
      title={text(WORDS.remove)}
      cancel={text(WORDS.cancel)}
      confirm={text(WORDS.confirm)}
      busy={busy}
      onCancel={onCancel}
      onConfirm={() => void remove()}
    >
      <p>{question(view)}</p>
    </AskingDialog>
  )
}
