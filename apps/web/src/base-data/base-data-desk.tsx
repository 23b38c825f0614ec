import { entityOf } from '@tanker/contract/base-data/all-entities'
import type { EntityRow } from '@tanker/contract/base-data/calls'
import { useEffect, useState } from 'react'
import { call, CallError } from '../calls/call.ts'
import { readSession } from '../calls/session.ts'
import { text } from '../language.ts'
import { ExportButton } from '../report/export-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.ts'
import './base-data.css'
import { EntityForm } from './entity-form.tsx'
import { firstValues } from './form-values.ts'
import { HistoryDialog } from './history-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'

const WORDS = {
  add: { zh: '新增', en: 'Add' },
  import: { zh: '导入', en: 'Import' },
  template: { zh: '模板', en: 'Template' },
  toEnabled: { zh: '已改为启用', en: 'Changed to Enable' }, // spec 4.5
  toDisabled: { zh: '已改为停用', en: 'Changed to Disable' },
  toggleFailed: { zh: '修改失败', en: 'Modification failed' },
  delete: { zh: '删除', en: 'Delete' },
  cancel: { zh: '取消', en: 'Cancel' },
  deleted: { zh: '删除成功', en: 'Deleted' },
} as const

/** What is to be done with a row of the list. */
export type EntityDeed = 'edit' | 'toggle' | 'delete' | 'history'

type BaseDataDeskProps = {
  readonly entityKey: string
  readonly mayChange: boolean
  /** Chosen in a row of the list; null when nothing is open. */
  readonly asked: { readonly deed: EntityDeed; readonly row: Readonly<Record<string, unknown>> } | null
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** What the page of a list of base data does besides showing it: buttons beside the title, and the dialogs over the list. */
export const BaseDataDesk = ({ entityKey, mayChange, asked, onClose, onChanged }: BaseDataDeskProps) => {
  const entity = entityOf(entityKey)
  const [open, setOpen] = useState<'add' | 'import' | null>(null)
  const [row, setRow] = useState<EntityRow | null>(null)
  const rowId = Number(asked?.row['id'])
  const name = String(asked?.row['name'] ?? '')

  useEffect(() => {
    setRow(null)
    if (!entity || !asked) return
    const values = { id: rowId }
    if (asked.deed === 'edit') void call<EntityRow>('GET', `/baseData/${entity.key}`, { values, purpose: 'action' }).then(setRow, onClose)
    if (asked.deed === 'toggle') {
      const status = asked.row['status'] === 'enabled' ? 'disabled' : 'enabled'
      call('PUT', `/baseData/${entity.key}/status`, { values: { ...values, status }, purpose: 'silent' })
        .then(
          () => {
            toast('success', text(status === 'enabled' ? WORDS.toEnabled : WORDS.toDisabled))
            onChanged()
          },
          (failure: unknown) =>
            toast(
              'error',
              `${text(WORDS.toggleFailed)}${failure instanceof CallError ? text({ zh: '：', en: ': ' }) + failure.message : ''}`,
            ),
        )
        .finally(onClose)
    }
  }, [asked])

  if (!entity) return null

  const done = (): void => {
    setOpen(null)
    onClose()
    onChanged()
  }
  const remove = async (): Promise<void> => {
    try {
      await call('DELETE', `/baseData/${entity.key}`, { values: { id: rowId }, purpose: 'action' })
      toast('success', text(WORDS.deleted))
      done()
    } catch {
      // `call` has told why; the dialog goes, for nothing in it can be put right.
      onClose()
    }
  }
  const first = firstValues(entity, readSession().userInfo.companyId)
  return (
    <>
      {mayChange && (
        <span className="entity-tools">
          <button type="button" className="button button-primary" onClick={() => setOpen('add')}>
            {text(WORDS.add)}
          </button>
          <button type="button" className="button" onClick={() => setOpen('import')}>
            {text(WORDS.import)}
          </button>
          <ExportButton path={`/baseData/${entity.key}/template`} values={() => ({})} words={WORDS.template} />
        </span>
      )}
      {open === 'add' && <EntityForm entity={entity} row={null} first={first} onSaved={done} onCancel={() => setOpen(null)} />}
      {open === 'import' && <ImportDialog entity={entity} onImported={done} onClose={() => setOpen(null)} />}
      {asked?.deed === 'edit' && row && <EntityForm entity={entity} row={row} first={first} onSaved={done} onCancel={onClose} />}
      {asked?.deed === 'history' && <HistoryDialog entity={entity} rowId={rowId} name={name} onClose={onClose} />}
      {asked?.deed === 'delete' && (
        <Dialog
          title={text({ zh: `删除${entity.name.zh}`, en: `Delete ${entity.name.en.toLowerCase()}` })}
          onEscape={onClose}
          actions={
            <>
              <button type="button" className="button" data-first onClick={onClose}>
                {text(WORDS.cancel)}
              </button>
              <button type="button" className="button button-primary" onClick={() => void remove()}>
                {text(WORDS.delete)}
              </button>
            </>
          }
        >
          <p>{text({ zh: `确定删除“${name}”吗？`, en: `Really delete "${name}"?` })}</p>
        </Dialog>
      )}
    </>
  )
}
