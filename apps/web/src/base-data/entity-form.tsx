import type { EntityRow } from '@tanker/contract/base-data/calls'
import type { Entity, PlainValues } from '@tanker/contract/base-data/define-entity'
import { baseDataCalls, entityCalls } from '@tanker/contract/endpoints/base-data'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { call, CallError } from '../platform/calls/call.ts'
import { upload } from '../platform/calls/upload.ts'
import { text } from '../platform/language.ts'
import { Dialog } from '../platform/ui/dialog.tsx'
import { toast } from '../platform/ui/toast.ts'
import { EntityField } from './entity-field.tsx'
import { fieldNames, FormTabs, tabOf } from './form-tabs.tsx'
import {
  differing,
  errorsAfter,
  editConflict,
  mergedValues,
  pointOf,
  problemsOf,
  shownValue,
  type FieldErrors,
  serverFieldErrors,
} from './form-values.ts'
import { PhotoField } from './photo-field.tsx'
import { PositionMap } from './position-map.tsx'

const WORDS = {
  save: { zh: '保存', en: 'Save' },
  cancel: { zh: '取消', en: 'Cancel' },
  saved: { zh: '保存成功', en: 'Saved' },
  load: { zh: '载入最新内容', en: 'Load the latest' },
  keep: { zh: '合并并保存我的修改', en: 'Keep both and save' },
  nowIs: { zh: '现为', en: 'now' },
  empty: { zh: '（空）', en: '(empty)' },
  photoFailed: { zh: '照片上传失败，请重试', en: 'The photo could not be sent, please try again' },
  unsaved: { zh: '有未保存的修改，如需放弃请按“取消”', en: 'There are unsaved changes. Press Cancel to discard them.' },
  // spec 8.3
  addFailed: { zh: '提交失败', en: 'Submit failed' },
  changeFailed: { zh: '修改失败', en: 'Modification failed' },
} as const

const titleOf = ({ name }: Entity, isNew: boolean): string =>
  text(isNew ? { zh: `新增${name.zh}`, en: `Add ${name.en.toLowerCase()}` } : { zh: `编辑${name.zh}`, en: `Edit ${name.en.toLowerCase()}` })

/** After the driver is saved; a refused photo is reported, the rest stays saved. */
const sendPhoto = async (driverId: number, photo: File): Promise<void> => {
  const options = { signal: new AbortController().signal, onSent: () => {} }
  const answer = await upload(baseDataCalls.setDriverPhoto, { id: driverId }, photo, options)
  if (answer.kind !== 'data') toast('error', 'message' in answer ? answer.message : text(WORDS.photoFailed))
}

/** What a form asks besides the fields, where those do not hold all. */
export type FormMore = {
  readonly problems: (values: PlainValues) => FieldErrors
  /** Goes along with the fields. */
  readonly sent: (values: PlainValues) => PlainValues
  /** Adds the row by another call than the usual one; rejects as `call` does. */
  readonly create?: (sent: PlainValues) => Promise<EntityRow>
  readonly draw: (id: string, fieldErrors: FieldErrors, clear: () => void, values: PlainValues) => ReactNode
}

type EntityFormProps = {
  readonly entity: Entity
  /** Null: a new one, which begins with `first`. */
  readonly row: EntityRow | null
  readonly first: PlainValues
  readonly more?: FormMore
  /** With what was saved. */
  readonly onSaved: (values: PlainValues) => void
  readonly onCancel: () => void
}

/** Refusals are shown at the fields. */
const SILENT = { purpose: 'silent' } as const

/** Adds or changes one row: drawn from the declaration, held to its rules before anything is sent. */
export const EntityForm = ({ entity, row, first, more, onSaved, onCancel }: EntityFormProps) => {
  const id = useId()
  const [read, setRead] = useState(row)
  const [values, setValues] = useState<PlainValues>(row?.values ?? first)
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const [conflict, setConflict] = useState<{ readonly current: EntityRow; readonly message: string } | null>(null)
  const [saving, setSaving] = useState(false)
  const [photo, setPhoto] = useState<File | null>(null)
  const names = fieldNames(entity)
  const [tab, setTab] = useState(0)
  // Escape closes a list of choices too: it must not throw away what was typed.
  const isTouched = photo !== null || differing(entity, read?.values ?? first, values).length > 0

  const change = (more: PlainValues): void => {
    setValues((held) => ({ ...held, ...more }))
    setFieldErrors((held) => errorsAfter(entity, held, more))
  }

  const showErrors = (problems: FieldErrors): void => {
    setFieldErrors(problems)
    const wrong = names.find((name) => problems[name] !== undefined)
    if (wrong === undefined) return document.getElementById(`${id}-more-${Object.keys(problems)[0] ?? ''}`)?.focus()
    // In sight before it can take the focus.
    flushSync(() => setTab(tabOf(entity, wrong)))
    document.getElementById(`${id}-${wrong}`)?.focus()
  }

  const save = async (version: number | null, values: PlainValues): Promise<void> => {
    const problems = { ...problemsOf(entity, values, read?.values ?? null), ...more?.problems(values) }
    if (Object.keys(problems).length > 0) return showErrors(problems)
    setSaving(true)
    try {
      const calls = entityCalls(entity)
      const sent = { ...values, ...more?.sent(values) }
      const about = read && { id: read.id, version: version ?? read.version }
      const saved = await (about
        ? call(calls.change, { ...sent, ...about }, SILENT)
        : (more?.create?.(sent) ?? call(calls.create, sent, SILENT)))
      if (photo) await sendPhoto(saved.id, photo)
      toast('success', text(WORDS.saved))
      onSaved(saved.values)
    } catch (failure) {
      setSaving(false)
      if (!(failure instanceof CallError)) throw failure
      const other = editConflict(failure.data)
      const fields = serverFieldErrors(failure.data)
      if (other) setConflict({ current: other.current, message: failure.message })
      else if (fields) showErrors(fields)
      else {
        const failed = text(read === null ? WORDS.addFailed : WORDS.changeFailed) + text({ zh: '：', en: ': ' })
        toast('error', (failure.outcome === 'refused' ? '' : failed) + failure.message)
      }
    }
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!saving) void save(read?.version ?? null, values)
  }

  const keepMine = (): void => {
    if (!conflict) return
    const merged = mergedValues(entity, read?.values ?? {}, values, conflict.current.values)
    setRead(conflict.current)
    setValues(merged)
    void save(conflict.current.version, merged)
  }

  const loadLatest = (): void => {
    if (!conflict) return
    setRead(conflict.current)
    setValues(conflict.current.values)
    setConflict(null)
    setFieldErrors({})
  }

  const draw = (name: string) => {
    const field = entity.fields[name]
    return (
      field && (
        <EntityField
          key={name}
          id={`${id}-${name}`}
          field={field}
          value={values[name] ?? null}
          problem={fieldErrors[name]}
          isFirst={name === names[0]}
          rowId={read?.id ?? null}
          values={values}
          isSettled={read !== null && entity.settled.includes(name)}
          onChange={(value) => change({ [name]: value })}
        />
      )
    )
  }

  return (
    <Dialog
      className={entity.tabs.length > 0 ? 'entity-dialog entity-dialog-wide' : 'entity-dialog'}
      title={titleOf(entity, row === null)}
      onEscape={isTouched ? () => void toast('warning', text(WORDS.unsaved)) : onCancel}
      actions={
        <>
          <button className="button" type="button" onClick={onCancel}>
            {text(WORDS.cancel)}
          </button>
          <button className="button button-primary" type="submit" form={`${id}-form`} disabled={saving || conflict !== null}>
            {text(WORDS.save)}
          </button>
        </>
      }
    >
      <form id={`${id}-form`} className="entity-form" noValidate onSubmit={submit}>
        {conflict && (
          <div className="entity-conflict" role="alert">
            <p>{conflict.message}</p>
            <ul>
              {differing(entity, read?.values ?? {}, conflict.current.values)
                .filter((name) => !['organisation', 'truck', 'role'].includes(entity.fields[name]?.kind ?? ''))
                .map((name) => (
                  <li key={name}>
                    {text(entity.fields[name]?.label ?? WORDS.empty)} {text(WORDS.nowIs)}{' '}
                    <b>{shownValue(entity, name, conflict.current.values[name]) || text(WORDS.empty)}</b>
                  </li>
                ))}
            </ul>
            <button type="button" className="button" onClick={loadLatest}>
              {text(WORDS.load)}
            </button>
            <button type="button" className="button" disabled={saving} onClick={keepMine}>
              {text(WORDS.keep)}
            </button>
          </div>
        )}
        {entity.tabs.length > 0 ? (
          <FormTabs entity={entity} id={id} shown={tab} onShow={setTab} fieldErrors={fieldErrors} draw={draw} />
        ) : (
          names.map(draw)
        )}
        {more?.draw(`${id}-more`, fieldErrors, () => setFieldErrors({}), values)}
        {entity.key === 'driver' && <PhotoField id={`${id}-photo`} driverId={read?.id ?? null} onChoose={setPhoto} />}
        {'lng' in entity.fields && <PositionMap point={pointOf(values)} onPick={change} />}
      </form>
    </Dialog>
  )
}
