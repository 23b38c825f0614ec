import { entityOf } from '@tanker/contract/base-data/all-entities'
import type { Entity } from '@tanker/contract/base-data/define-entity'
import type { EntityRow } from '@tanker/contract/base-data/calls'
import { entityCalls } from '@tanker/contract/endpoints/base-data'
import { organisationCalls } from '@tanker/contract/endpoints/organisations'
import type { ReportView } from '@tanker/contract/report-view'
import { useEffect, useEffectEvent, useState } from 'react'
import { call, CallError } from '../platform/calls/call.ts'
import { invalidate } from '../platform/calls/use-endpoint.ts'
import { saveDownload } from '../platform/calls/save-download.ts'
import { readSession } from '../platform/calls/session.ts'
import { text } from '../platform/language.ts'
import { type ActionProps, idOf, type Row } from '../report/actions.ts'
import { AskingDialog } from '../platform/ui/asking-dialog.tsx'
import { toast } from '../platform/ui/toast.ts'
import './base-data.css'
import { EntityForm } from './entity-form.tsx'
import { firstValues } from './form-values.ts'
import { HistoryDialog } from './history-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { rowName } from './row-name.ts'

const WORDS = {
  enabled: { zh: '已改为启用', en: 'Changed to Enable' }, // spec 4.5
  disabled: { zh: '已改为停用', en: 'Changed to Disable' },
  switchFailed: { zh: '修改失败', en: 'Modification failed' },
  delete: { zh: '删除', en: 'Delete' },
  cancel: { zh: '取消', en: 'Cancel' },
  deleted: { zh: '删除成功', en: 'Deleted' },
} as const

/** The entity of a list of base data. */
function entityIn({ entity: key, path }: ReportView): Entity {
  const entity = entityOf(key ?? '')
  if (!entity) throw new Error(`${path} is no list of base data`)
  return entity
}

const nameIn = (entity: Entity, row: Row): string => rowName(row[entity.nameField])

/** Trees of organisations are on many screens; those hidden behind a tab are loaded again when shown. */
function organisationsChanged({ key }: Entity): void {
  if (key === 'organisation') void invalidate(organisationCalls.list)
}

/** What a form of this entity starts with. */
const firstOf = (entity: Entity) => firstValues(entity, readSession().userInfo.organisationId)

export const AddRow = ({ view, onClose, onDone }: ActionProps) => {
  const entity = entityIn(view)
  const saved = (): void => {
    organisationsChanged(entity)
    onDone()
  }
  return <EntityForm entity={entity} row={null} first={firstOf(entity)} onSaved={saved} onCancel={onClose} />
}

/** Shown when the current values of the row have arrived. */
export const EditRow = ({ view, row, onClose, onDone }: ActionProps) => {
  const entity = entityIn(view)
  const [current, setCurrent] = useState<EntityRow | null>(null)
  const read = useEffectEvent(() => {
    // `call` shows a failure.
    void call(entityCalls(entity).read, { id: idOf(row) }, { purpose: 'action' }).then(setCurrent, onClose)
  })
  useEffect(() => read(), [])
  const saved = (): void => {
    organisationsChanged(entity)
    onDone()
  }
  return current && <EntityForm entity={entity} row={current} first={firstOf(entity)} onSaved={saved} onCancel={onClose} />
}

export const ImportRows = ({ view, onClose, onDone }: ActionProps) => {
  const entity = entityIn(view)
  const imported = (): void => {
    organisationsChanged(entity)
    onDone()
  }
  return <ImportDialog entity={entity} onImported={imported} onClose={onClose} />
}

export const MoveRows = ({ view, rows, onClose, onDone }: ActionProps) => (
  <MoveDialog entity={entityIn(view)} ids={rows.map(idOf)} onMoved={onDone} onClose={onClose} />
)

export const RowHistory = ({ view, row, onClose }: ActionProps) => {
  const entity = entityIn(view)
  return <HistoryDialog entity={entity} rowId={Number(idOf(row))} name={nameIn(entity, row)} onClose={onClose} />
}

export const DeleteRow = ({ view, row, onClose, onDone }: ActionProps) => {
  const entity = entityIn(view)
  const name = nameIn(entity, row)
  const [busy, setBusy] = useState(false)
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await call(entityCalls(entity).remove, { id: idOf(row) }, { purpose: 'action' })
      toast('success', text(WORDS.deleted))
      organisationsChanged(entity)
      onDone()
    } catch {
      // `call` has shown the reason; close the dialog, there is nothing to correct in it.
      onClose()
    }
  }
  return (
    <AskingDialog
      title={text({ zh: `删除${entity.name.zh}`, en: `Delete ${entity.name.en.toLowerCase()}` })}
      cancel={text(WORDS.cancel)}
      confirm={text(WORDS.delete)}
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void remove()}
    >
      <p>{text({ zh: `确定删除“${name}”吗？`, en: `Delete "${name}"?` })}</p>
    </AskingDialog>
  )
}

export async function switchStatus({ name, view, row, onChanged }: ActionProps): Promise<void> {
  const entity = entityIn(view)
  const status = name === 'enable-row' ? 'enabled' : 'disabled'
  try {
    await call(entityCalls(entity).setStatus, { id: idOf(row), status }, { purpose: 'silent' })
    toast('success', text(WORDS[status]))
    organisationsChanged(entity)
    onChanged()
  } catch (failure) {
    toast('error', `${text(WORDS.switchFailed)}${failure instanceof CallError ? text({ zh: '：', en: ': ' }) + failure.message : ''}`)
  }
}

export const saveTemplate = ({ view }: ActionProps): Promise<void> => saveDownload(entityCalls(entityIn(view)).template, null)
