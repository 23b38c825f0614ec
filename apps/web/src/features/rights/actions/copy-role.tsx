import { rightsCalls } from '@tanker/contract/endpoints/rights'
import { role } from '@tanker/contract/base-data/role'
import { useId, useState } from 'react'
import { serverFieldErrors } from '../../../base-data/form-values.ts'
import { EntityField } from '../../../base-data/entity-field.tsx'
import { call, CallError } from '../../../platform/calls/call.ts'
import { readSession } from '../../../platform/calls/session.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { FormDialog } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'

const WORDS = {
  title: { zh: '复制角色', en: 'Copy role' },
  empty: { zh: '角色名称不能为空。', en: 'Role name must not be empty.' },
  with: { zh: '备注、标记和全部功能一同复制。', en: 'Remark, flags and all permissions are copied.' },
  done: { zh: '复制成功', en: 'Copied' },
  noOrganisation: { zh: '请选择所属组织', en: 'Please choose an organisation' },
  save: { zh: '保存', en: 'Save' },
} as const

/** A second role like this one, for the same organisation or another. */
const CopyRoleDialog = ({ row, onClose, onChanged }: ActionProps) => {
  const id = useId()
  const [name, setName] = useState(text({ zh: `${String(row['name'])} 副本`, en: `${String(row['name'])} copy` }))
  const [organisationId, setOrganisationId] = useState<number | null>(readSession().userInfo.organisationId)
  const [fieldErrors, setFieldErrors] = useState<Readonly<Record<string, string>>>({})

  const save = async (): Promise<void> => {
    if (name.trim() === '') return setFieldErrors({ name: text(WORDS.empty) })
    if (organisationId === null) return setFieldErrors({ organisationId: text(WORDS.noOrganisation) })
    try {
      await call(rightsCalls.copyRole, { id: Number(row['id']), organisationId, name }, { purpose: 'silent' })
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      const fields = serverFieldErrors(failure.data)
      if (fields && ('name' in fields || 'organisationId' in fields)) setFieldErrors(fields)
      else toast('error', failure.message)
      throw failure
    }
    toast('success', text(WORDS.done))
    onChanged()
    onClose()
  }

  return (
    <FormDialog title={`${text(WORDS.title)} · ${String(row['name'])}`} submit={text(WORDS.save)} onSubmit={save} onCancel={onClose} own>
      <EntityField
        id={`${id}-name`}
        field={role.fields.name}
        value={name}
        problem={fieldErrors['name']}
        isFirst
        rowId={null}
        values={{}}
        isSettled={false}
        onChange={(typed) => setName(String(typed ?? ''))}
      />
      <EntityField
        id={`${id}-organisation`}
        field={role.fields.organisationId}
        value={organisationId}
        problem={fieldErrors['organisationId']}
        isFirst={false}
        rowId={null}
        values={{}}
        isSettled={false}
        onChange={(chosen) => setOrganisationId(chosen === null ? null : Number(chosen))}
      />
      <p>{text(WORDS.with)}</p>
    </FormDialog>
  )
}

export default opens(CopyRoleDialog)
