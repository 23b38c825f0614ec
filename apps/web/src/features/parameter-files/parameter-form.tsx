import { parameterFileCalls } from '@tanker/contract/endpoints/parameter-files'
import { MAX_SEND_REASON, type ParameterFileAnswer } from '@tanker/contract/parameter-files'
import { fileProblems } from '@tanker/parameters/check-file-values'
import { differences, labelOf } from '@tanker/parameters/compare-file-values'
import type { DeviceFile, DeviceFieldGroup } from '@tanker/parameters/define-device-file'
import { type FileValues, pathOf, placesOf, withValue } from '@tanker/parameters/file-values'
import { useId, useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { text } from '../../platform/language.ts'
import { FormDialog } from '../../platform/ui/form-dialog.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { filledEntry } from './filled-entry.ts'
import { ParameterField } from './parameter-field.tsx'
import './parameter-files.css'

const WORDS = {
  submit: { zh: '下发', en: 'Send' },
  ordered: {
    zh: '已下发，车辆在线后开始；先备份，写入后回读核对',
    en: 'To be sent when the truck is online: kept first, read back afterwards',
  },
  reason: { zh: '下发原因', en: 'Reason' },
  needsReason: { zh: '请填写下发原因', en: 'Please enter the reason' },
  none: { zh: '没有修改任何参数', en: 'No parameter was changed' },
  remove: { zh: '删除', en: 'Remove' },
  drifted: { zh: '与期望不一致', en: 'Not as wanted' },
  changes: { zh: '修改', en: 'Changes' },
  empty: { zh: '（空）', en: '(empty)' },
} as const

type ParameterFormProps = {
  readonly title: string
  readonly truckId: number
  readonly file: DeviceFile
  readonly known: ParameterFileAnswer
  readonly has: FileValues
  readonly seen: number
  readonly onCancel: () => void
  readonly onDone: () => void
}

/** The fields of a parameter file, with what differs from the truck's, and why it is sent. */
export const ParameterForm = ({ title, truckId, file, known, has, seen, onCancel, onDone }: ParameterFormProps) => {
  const reasonId = useId()
  const [values, setValues] = useState<FileValues>(has)
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const changed = differences(file, has, values)
  // The server knows the secrets; here one that is left out is not missing.
  const problems = fileProblems(file, values, { compartments: known.compartments, by: null, before: has }).filter(
    ({ path }) => !known.secrets.includes(path),
  )
  const problemOf = (path: string) => (isTried ? (problems.find((one) => one.path === path)?.text ?? null) : null)
  const [first] = problems

  const check = (): string | null => {
    setIsTried(true)
    if (first) return text(first.text)
    if (changed.length === 0) return text(WORDS.none)
    return reason.trim() === '' ? text(WORDS.needsReason) : null
  }
  const send = async (): Promise<void> => {
    const sent = { truckId, file: file.number, seen, content: JSON.stringify(values), reason: reason.trim() }
    await call(parameterFileCalls.send, sent, { purpose: 'action' })
    toast('success', text(WORDS.ordered))
    onDone()
  }
  const fieldsAt = (group: string | null, entry: number) =>
    placesOf(file, values)
      .filter((place) => place.group === group && place.entry === entry)
      .map((place) => {
        const path = pathOf(place)
        return (
          <ParameterField
            key={path}
            field={place.field}
            value={(group === null ? values.fields : values.groups[group]?.[entry])?.[place.field.key]}
            isChanged={changed.some((one) => pathOf(one.place) === path)}
            note={known.drifted.includes(path) ? text(WORDS.drifted) : ''}
            problem={problemOf(path)}
            isKept={known.secrets.includes(path)}
            onChange={(value) => setValues(withValue(values, place, value))}
          />
        )
      })
  const setEntries = ({ key, countedBy }: DeviceFieldGroup, entries: FileValues['groups'][string]): void =>
    setValues({ fields: { ...values.fields, [countedBy]: entries.length }, groups: { ...values.groups, [key]: entries } })

  return (
    <FormDialog title={title} submit={text(WORDS.submit)} check={check} onSubmit={send} onCancel={onCancel} className="parameter-dialog">
      <p className="dialog-note">{text(file.about)}</p>
      {known.lineProblems.map((one) => (
        <p key={one.line} className="dialog-note parameter-problem">
          {text({ zh: `第${one.line}行：${one.text.zh}`, en: `Line ${one.line}: ${one.text.en}` })}
        </p>
      ))}
      {file.fields.length > 0 && <div className="parameter-fields">{fieldsAt(null, 0)}</div>}
      {file.groups.map((group) => {
        const entries = values.groups[group.key] ?? []
        return (
          <section key={group.key} className="parameter-group">
            <h3>
              {text(group.label)} <span className="dialog-count">{`${entries.length} / ${group.max}`}</span>
            </h3>
            {entries.map((_, entry) => (
              // Entries have no identity of their own but their place.
              <details
                key={`${group.key}-${String(entry)}`}
                open={problems.some(({ path }) => isTried && path.startsWith(`${group.key}.${entry}.`))}
              >
                <summary>{`${text(group.entry)} ${entry + 1}`}</summary>
                <div className="parameter-fields">{fieldsAt(group.key, entry)}</div>
                {group.grows && (
                  <button
                    type="button"
                    className="button"
                    onClick={() =>
                      setEntries(
                        group,
                        entries.filter((__, i) => i !== entry),
                      )
                    }
                  >
                    {text(WORDS.remove)}
                  </button>
                )}
              </details>
            ))}
            {group.grows && entries.length < group.max && (
              <button type="button" className="button" onClick={() => setEntries(group, [...entries, filledEntry(group)])}>
                {text({ zh: `添加${group.entry.zh}`, en: `Add ${group.entry.en.toLowerCase()}` })}
              </button>
            )}
          </section>
        )
      })}
      {changed.length > 0 && (
        <section className="parameter-group">
          <h3>
            {text(WORDS.changes)} <span className="dialog-count">{changed.length}</span>
          </h3>
          <ul className="parameter-changes">
            {changed.map(({ place, from, to }) => (
              <li key={pathOf(place)}>{`${text(labelOf(file, place))}: ${shown(from)} → ${shown(to)}`}</li>
            ))}
          </ul>
        </section>
      )}
      <label htmlFor={reasonId} className="parameter-reason">
        {text(WORDS.reason)}
      </label>
      <input
        id={reasonId}
        className="field"
        maxLength={MAX_SEND_REASON}
        required
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}

const shown = (value: number | string | undefined): string => (value === undefined || value === '' ? text(WORDS.empty) : String(value))
