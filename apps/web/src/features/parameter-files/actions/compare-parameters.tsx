import { parameterDriftCalls } from '@tanker/contract/endpoints/parameter-drift'
import type { FileComparison } from '@tanker/contract/parameter-drift'
import { MAX_SEND_REASON } from '@tanker/contract/parameter-files'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { useEndpoint } from '../../../platform/calls/use-endpoint.ts'
import { text } from '../../../platform/language.ts'
import { shownTime } from '../../../platform/shown-values.ts'
import { FormDialog, InputField } from '../../../platform/ui/form-dialog.tsx'
import { ReadFailed } from '../../../platform/ui/read-failed.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { ClosableDialog } from '../compared-backup.tsx'
import { type ChosenContent, ContentChoice, isChosen, useContents } from '../content-choice.tsx'
import { FieldsTable, type TableField } from '../fields-table.tsx'
import { nameOfRow } from '../name-of-row.ts'

const WORDS = {
  first: { zh: '左侧', en: 'Left' },
  second: { zh: '右侧', en: 'Right' },
  choose: { zh: '请选择要比较的内容', en: 'Please choose what to compare' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '比较失败', en: 'The contents could not be compared' },
  unknown: { zh: '没有内容：尚未上报', en: 'not known: it had not been reported' },
  same: { zh: '所有参数相同', en: 'All fields are the same' },
  all: { zh: '也显示相同的参数', en: 'Show equal fields too' },
  copyAbout: {
    zh: '左侧为本车当前内容时，可勾选参数，把右侧的值下发给本车。',
    en: 'While the left is what this truck has now, fields can be chosen to be sent to it as the right has them.',
  },
  submit: { zh: '下发所选', en: 'Send chosen fields' },
  reason: { zh: '下发原因', en: 'Reason' },
  needsFields: { zh: '请选择参数', en: 'Please choose at least one field' },
  needsReason: { zh: '请填写下发原因', en: 'Please enter the reason' },
  ordered: {
    zh: '已下发，车辆在线后开始；先备份，写入后回读核对',
    en: 'To be sent when the truck is online: kept first, read back afterwards',
  },
} as const

/** The side of a comparison as the call takes it. */
function asked<S extends 'first' | 'second'>(side: S, { kind, id }: ChosenContent) {
  const value = (name: string, given: number | string) => ({ [`${side}${name}`]: given }) as Partial<Record<`${S}${string}`, never>>
  switch (kind) {
    case 'backup':
      return value('BackupId', id ?? 0)
    case 'library':
      return value('UpgradeFileId', id ?? 0)
    case 'truck':
      return value('TruckId', id ?? 0)
    default:
      return value('State', kind)
  }
}

/** Two contents of a row's file, of which the second can be copied to its truck in parts. */
const CompareDialog = ({ row, view, onClose, onDone }: ActionProps) => {
  const { truckId, plate, file } = nameOfRow(row)
  const about = { truckId, file: file.number }
  const contents = useContents(about)
  const [first, setFirst] = useState<ChosenContent>({ kind: 'now', id: null })
  const [second, setSecond] = useState<ChosenContent>({ kind: 'wanted', id: null })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  // Who may edit the file may copy to it.
  const maySend = view.actions.some(({ name }) => name === 'edit-parameters')
  const mayCopy = maySend && first.kind === 'now'
  const title = `${plate} · ${text(file.title)}`
  const change = (set: (content: ChosenContent) => void) => (content: ChosenContent) => {
    set(content)
    setChosen(new Set())
  }
  const isReady = isChosen(first) && isChosen(second)
  const compared = useEndpoint(
    parameterDriftCalls.compare,
    { ...about, ...(isReady ? { ...asked('first', first), ...asked('second', second) } : {}) },
    { purpose: 'poll', gcTime: 0, refetchOnWindowFocus: false, enabled: isReady },
  )
  const send = async (): Promise<void> => {
    const given = { ...about, ...asked('second', second), seen: compared.data?.crc32 ?? 0, choices: [...chosen].join(',') }
    await call(parameterDriftCalls.copy, { ...given, reason: reason.trim() }, { purpose: 'action' })
    toast('success', text(WORDS.ordered))
    onDone()
  }
  const check = (): string | null => {
    if (chosen.size === 0) return text(WORDS.needsFields)
    return reason.trim() === '' ? text(WORDS.needsReason) : null
  }
  const shown = (
    <>
      <div className="parameter-sides">
        <ContentChoice title={text(WORDS.first)} contents={contents} value={first} onChange={change(setFirst)} />
        <ContentChoice title={text(WORDS.second)} contents={contents} value={second} onChange={change(setSecond)} />
      </div>
      {isReady && compared.data ? (
        <Compared
          {...compared.data}
          isOfAnother={second.kind === 'truck' || second.kind === 'library'}
          chosen={mayCopy ? chosen : null}
          onChange={setChosen}
        />
      ) : compared.isError ? (
        <ReadFailed words={text(WORDS.failed)} onAgain={() => void compared.refetch()} />
      ) : (
        <p className="waiting">{text(isReady ? WORDS.loading : WORDS.choose)}</p>
      )}
    </>
  )
  if (!mayCopy)
    return (
      <ClosableDialog title={title} className="parameter-dialog" onClose={onClose}>
        {shown}
        {maySend && <p className="dialog-note">{text(WORDS.copyAbout)}</p>}
      </ClosableDialog>
    )
  return (
    <FormDialog title={title} submit={text(WORDS.submit)} check={check} onSubmit={send} onCancel={onClose} className="parameter-dialog">
      <section className="parameter-group">{shown}</section>
      <InputField label={text(WORDS.reason)} value={reason} maxLength={MAX_SEND_REASON} required onChange={setReason} />
    </FormDialog>
  )
}

type ComparedProps = FileComparison & {
  /** Of another truck neither passwords are copied nor what each truck has of its own. */
  readonly isOfAnother: boolean
  readonly chosen: ReadonlySet<string> | null
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

const headOf = ({ name, at }: FileComparison['first']): string => (at === null ? text(name) : `${text(name)} · ${shownTime(at)}`)

const Compared = ({ first, second, fields, isOfAnother, chosen, onChange }: ComparedProps) => {
  const [showsAll, setShowsAll] = useState(false)
  const unknown = [first, second].find(({ isKnown }) => !isKnown)
  if (unknown) return <p className="dialog-note">{`${text(unknown.name)}: ${text(WORDS.unknown)}`}</p>
  const rows = fields
    .filter(({ differs }) => differs || showsAll)
    .map((field): TableField => ({
      ...field,
      choice: field.differs && field.settable && !((field.secret || field.own) && isOfAnother) ? field.choice : null,
    }))
  return (
    <>
      <label className="parameter-check">
        <input type="checkbox" checked={showsAll} onChange={({ target }) => setShowsAll(target.checked)} />
        {text(WORDS.all)}
      </label>
      {rows.length === 0 ? (
        <p className="dialog-note">{text(WORDS.same)}</p>
      ) : (
        <FieldsTable fields={rows} heads={{ first: headOf(first), second: headOf(second) }} chosen={chosen} onChange={onChange} />
      )}
    </>
  )
}

export default opens(CompareDialog)
