import { rightsCalls } from '@tanker/contract/endpoints/rights'
import { role } from '@tanker/contract/base-data/role'
import { type FormEvent, useId, useState } from 'react'
import { serverFieldErrors } from '../../../base-data/form-values.ts'
import { EntityField } from '../../../base-data/entity-field.tsx'
import { call, CallError } from '../../../platform/calls/call.ts'
import { readSession } from '../../../platform/calls/session.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'

const WORDS = {
  title: { zh: '复制角色', en: 'Copy role' },
  empty: { zh: '角色名称不能为空。', en: 'Role name must not be empty.' },
  with: { zh: '备注、标记和全部功能一同复制。', en: 'Remark, flags and all permissions are copied.' },
  done: { zh: '复制成功', en: 'Copied' },
  noOrganisation: { zh: '请选择所属组织', en: 'Please choose an organisation' },
  save: { zh: '保存', en: 'Save' },
  cancel: { zh: '取消', en: 'Cancel' },
} as const

/** A second role like this one, for the same organisation or another. */
const CopyRoleDialog = ({ row, onClose, onChanged }: ActionProps) => {
  const id = useId()
  const [name, setName] = useState(text({ zh: `${String(row['name'])} 副本`, en: `${String(row['name'])} copy` }))
  const [organisationId, setOrganisationId] = useState<number | null>(readSession().userInfo.organisationId)
  const [fieldErrors, setFieldErrors] = useState<Readonly<Record<string, string>>>({})
  const [saving, setSaving] = useState(false)

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (name.trim() === '') return setFieldErrors({ name: text(WORDS.empty) })
    if (organisationId === null) return setFieldErrors({ organisationId: text(WORDS.noOrganisation) })
    setSaving(true)
    try {
      await call(rightsCalls.copyRole, { id: Number(row['id']), organisationId, name }, { purpose: 'silent' })
      toast('success', text(WORDS.done))
      onChanged()
      onClose()
    } catch (failure) {
      setSaving(false)
      if (!(failure instanceof CallError)) throw failure
      const fields = serverFieldErrors(failure.data)
      if (fields && ('name' in fields || 'organisationId' in fields)) setFieldErrors(fields)
      else toast('error', failure.message)
    }
  }

  return (
    <Dialog
      title={`${text(WORDS.title)} · ${String(row['name'])}`}
      onEscape={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {text(WORDS.cancel)}
          </button>
          <button type="submit" form={`${id}-form`} className="button button-primary" disabled={saving}>
            {text(WORDS.save)}
          </button>
        </>
      }
    >
      <form id={`${id}-form`} noValidate onSubmit={(event) => void save(event)}>
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
      </form>
    </Dialog>
  )
}

export default opens(CopyRoleDialog)
