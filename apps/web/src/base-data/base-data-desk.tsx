import { entityOf } from '@tanker/contract/base-data/all-entities'
import type { CustomAction } from '@tanker/contract/base-data/define-entity'
import type { EntityRow } from '@tanker/contract/base-data/calls'
import type { ReportView } from '@tanker/contract/report-view'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { call, CallError } from '../calls/call.ts'
import { queryClient } from '../calls/query-client.ts'
import { readSession } from '../calls/session.ts'
import { text } from '../language.ts'
import { ExportButton } from '../report/export-button.tsx'
import { AskingDialog } from '../ui/asking-dialog.tsx'
import { toast } from '../ui/toast.ts'
import './base-data.css'
import { EntityForm } from './entity-form.tsx'
import { firstValues } from './form-values.ts'
import { HistoryDialog } from './history-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { CUSTOM_ACTIONS, OWN_FORMS } from './custom-actions.ts'

const WORDS = {
  add: { zh: '新增', en: 'Add' },
  import: { zh: '导入', en: 'Import' },
  template: { zh: '模板', en: 'Template' },
  toEnabled: { zh: '已改为启用', en: 'Changed to Enable' }, // spec 4.5
  toDisabled: { zh: '已改为停用', en: 'Changed to Disable' },
  toggleFailed: { zh: '修改失败', en: 'Modification failed' },
  move: { zh: '调整组织', en: 'Move' },
  needRow: { zh: '请至少选择一条记录', en: 'Please select at least one row' },
  delete: { zh: '删除', en: 'Delete' },
  cancel: { zh: '取消', en: 'Cancel' },
  deleted: { zh: '删除成功', en: 'Deleted' },
} as const

/** What is to be done with a row of the list. */
export type EntityAction = 'edit' | 'toggle' | 'delete' | 'history' | CustomAction['name']

/** What a person knows a row by, as its column holds it: a text, a plate, or a path of names. */
const rowName = (value: unknown): string => {
  if (Array.isArray(value)) return String(value.at(-1) ?? '')
  return typeof value === 'object' && value !== null && 'plate' in value ? String(value.plate) : String(value ?? '')
}

type BaseDataDeskProps = {
  readonly view: NonNullable<ReportView['entity']>
  /** Chosen in a row of the list; null when nothing is open. */
  readonly asked: { readonly action: EntityAction; readonly row: Readonly<Record<string, unknown>> } | null
  readonly onClose: () => void
  readonly onChanged: () => void
  /** Ticked in the list. */
  readonly chosen: readonly string[]
}

const toggleFailed = (failure: unknown): void => {
  toast('error', `${text(WORDS.toggleFailed)}${failure instanceof CallError ? text({ zh: '：', en: ': ' }) + failure.message : ''}`)
}

/** What the page of a list of base data does besides showing it: buttons beside the title, and the dialogs over the list. */
export const BaseDataDesk = ({ view, asked, onClose, onChanged: readAgain, chosen }: BaseDataDeskProps) => {
  const entity = entityOf(view.key)
  const [open, setOpen] = useState<'add' | 'import' | 'move' | null>(null)
  const [row, setRow] = useState<EntityRow | null>(null)
  const [listAction, setListAction] = useState<CustomAction['name'] | null>(null)
  const rowId = Number(asked?.row['id'])
  const name = entity ? rowName(asked?.row[entity.nameField]) : ''

  const onChanged = (): void => {
    // Trees of organisations everywhere, and lists of trucks, follow.
    if (entity?.key === 'company') void queryClient.invalidateQueries({ queryKey: ['organisations'] })
    readAgain()
  }

  const begin = useEffectEvent((asked: BaseDataDeskProps['asked']) => {
    setRow(null)
    if (!entity || !asked) return
    const values = { id: rowId }
    if (asked.action === 'edit') void call<EntityRow>('GET', `/baseData/${entity.key}`, { values, purpose: 'action' }).then(setRow, onClose)
    if (asked.action === 'toggle') {
      const status = asked.row['status'] === 'enabled' ? 'disabled' : 'enabled'
      call('PUT', `/baseData/${entity.key}/status`, { values: { ...values, status }, purpose: 'silent' })
        .then(() => {
          toast('success', text(status === 'enabled' ? WORDS.toEnabled : WORDS.toDisabled))
          onChanged()
        }, toggleFailed)
        .finally(onClose)
    }
  })
  useEffect(() => begin(asked), [asked])

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
      // `call` has shown the reason; close the dialog, there is nothing to correct in it.
      onClose()
    }
  }
  const Own = CUSTOM_ACTIONS[entity.key]
  const OwnForm = OWN_FORMS[entity.key]
  const first = firstValues(entity, readSession().userInfo.companyId)
  return (
    <>
      {view.actions.includes('create') && (
        <span className="entity-tools">
          <button type="button" className="button button-primary" onClick={() => setOpen('add')}>
            {text(WORDS.add)}
          </button>
          {entity.takesSheets && (
            <>
              <button type="button" className="button" onClick={() => setOpen('import')}>
                {text(WORDS.import)}
              </button>
              <ExportButton path={`/baseData/${entity.key}/template`} values={() => ({})} words={WORDS.template} />
            </>
          )}
        </span>
      )}
      {entity.movable && view.actions.includes('change') && (
        <button
          type="button"
          className="button"
          onClick={() => (chosen.length === 0 ? toast('warning', text(WORDS.needRow)) : setOpen('move'))}
        >
          {text(WORDS.move)}
        </button>
      )}
      {open === 'move' && <MoveDialog entity={entity} ids={chosen} onMoved={done} onClose={() => setOpen(null)} />}
      {Own &&
        view.own
          .filter(({ on }) => on === 'list')
          .map(({ name: action, label }) => (
            <button key={action} type="button" className="button" onClick={() => setListAction(action)}>
              {label}
            </button>
          ))}
      {Own && listAction !== null && (
        <Suspense>
          <Own action={listAction} row={{}} onClose={() => setListAction(null)} onChanged={onChanged} />
        </Suspense>
      )}
      {open === 'add' && !OwnForm && <EntityForm entity={entity} row={null} first={first} onSaved={done} onCancel={() => setOpen(null)} />}
      {open === 'add' && OwnForm && (
        <Suspense>
          <OwnForm first={first} onSaved={done} onCancel={() => setOpen(null)} />
        </Suspense>
      )}
      {open === 'import' && <ImportDialog entity={entity} onImported={done} onClose={() => setOpen(null)} />}
      {asked?.action === 'edit' && row && <EntityForm entity={entity} row={row} first={first} onSaved={done} onCancel={onClose} />}
      {asked && Own && view.own.some(({ name: own }) => own === asked.action) && (
        <Suspense>
          <Own action={asked.action} row={asked.row} onClose={onClose} onChanged={onChanged} />
        </Suspense>
      )}
      {asked?.action === 'history' && <HistoryDialog entity={entity} rowId={rowId} name={name} onClose={onClose} />}
      {asked?.action === 'delete' && (
        <AskingDialog
          title={text({ zh: `删除${entity.name.zh}`, en: `Delete ${entity.name.en.toLowerCase()}` })}
          cancel={text(WORDS.cancel)}
          confirm={text(WORDS.delete)}
          onCancel={onClose}
          onConfirm={() => void remove()}
        >
          <p>{text({ zh: `确定删除“${name}”吗？`, en: `Delete "${name}"?` })}</p>
        </AskingDialog>
      )}
    </>
  )
}
