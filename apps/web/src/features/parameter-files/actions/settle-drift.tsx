import { parameterDriftCalls } from '@tanker/contract/endpoints/parameter-drift'
import type { ParameterDrift } from '@tanker/contract/parameter-drift'
import { MAX_SEND_REASON } from '@tanker/contract/parameter-files'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { useEndpoint } from '../../../platform/calls/use-endpoint.ts'
import { text } from '../../../platform/language.ts'
import { shownTime } from '../../../platform/shown-values.ts'
import { FormDialog, InputField, RadioField } from '../../../platform/ui/form-dialog.tsx'
import { ReadFailed } from '../../../platform/ui/read-failed.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { ClosableDialog } from '../compared-backup.tsx'
import { FieldsTable } from '../fields-table.tsx'
import { nameOfRow } from '../name-of-row.ts'

const WORDS = {
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '差异加载失败', en: 'The differences could not be loaded' },
  none: { zh: '车上的参数已与期望一致', en: 'The truck has what is wanted' },
  busy: { zh: '该文件正在读写，结束后再处理', en: 'The file is being read or written; please wait until that has ended' },
  wanted: { zh: '期望值', en: 'Wanted' },
  reported: { zh: '车上的值', en: 'Reported' },
  since: { zh: '不一致自', en: 'Differs since' },
  decision: { zh: '处理方式', en: 'What to do' },
  send: { zh: '下发期望值', en: 'Send the wanted values' },
  accept: { zh: '接受车上的值', en: 'Accept what the truck has' },
  submit: { zh: '确定', en: 'OK' },
  reason: { zh: '原因', en: 'Reason' },
  needsFields: { zh: '请选择参数', en: 'Please choose at least one field' },
  needsReason: { zh: '请填写原因', en: 'Please enter the reason' },
  sent: {
    zh: '已下发，车辆在线后开始；先备份，写入后回读核对',
    en: 'To be sent when the truck is online: kept first, read back afterwards',
  },
  accepted: { zh: '已接受，车上的值即为期望值', en: 'Accepted: what the truck has is wanted now' },
} as const

/** The fields of a row's file that are not as wanted, and what to do with them. */
const SettleDialog = ({ row, onClose, onDone }: ActionProps) => {
  const { truckId, plate, file } = nameOfRow(row)
  // Each opening reads again: the truck may have reported another content since.
  const about = { truckId, file: file.number }
  const known = useEndpoint(parameterDriftCalls.fields, about, { purpose: 'poll', gcTime: 0, refetchOnWindowFocus: false })
  const title = `${plate} · ${text(file.title)}`
  const { data } = known
  if (data && !data.busy && data.fields.length > 0)
    return <SettleForm key={data.reportedCrc32} title={title} about={about} known={data} onCancel={onClose} onDone={onDone} />
  return (
    <ClosableDialog title={title} onClose={onClose}>
      {data ? (
        <p className="dialog-note">{text(data.busy ? WORDS.busy : WORDS.none)}</p>
      ) : known.isError ? (
        <ReadFailed words={text(WORDS.failed)} onAgain={() => void known.refetch()} />
      ) : (
        <p className="waiting">{text(WORDS.loading)}</p>
      )}
    </ClosableDialog>
  )
}

type SettleFormProps = {
  readonly title: string
  readonly about: { readonly truckId: number; readonly file: number }
  readonly known: ParameterDrift
  readonly onCancel: () => void
  readonly onDone: () => void
}

const SettleForm = ({ title, about, known, onCancel, onDone }: SettleFormProps) => {
  const [decision, setDecision] = useState<'send' | 'accept'>('send')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(known.fields.map(({ choice }) => choice)))
  const [reason, setReason] = useState('')
  const settle = async (): Promise<void> => {
    const seen = { seen: known.reportedCrc32 ?? 0, wantedSeen: known.wantedCrc32 ?? 0 }
    const given = { ...about, ...seen, choices: [...chosen].join(','), reason: reason.trim() }
    if (decision === 'send') await call(parameterDriftCalls.sendWanted, given, { purpose: 'action' })
    else await call(parameterDriftCalls.accept, given, { purpose: 'action' })
    toast('success', text(decision === 'send' ? WORDS.sent : WORDS.accepted))
    onDone()
  }
  const check = (): string | null => {
    if (chosen.size === 0) return text(WORDS.needsFields)
    return reason.trim() === '' ? text(WORDS.needsReason) : null
  }
  return (
    <FormDialog
      title={title}
      count={String(known.fields.length)}
      submit={text(WORDS.submit)}
      check={check}
      onSubmit={settle}
      onCancel={onCancel}
      className="parameter-dialog"
    >
      <FieldsTable
        fields={known.fields.map((field) => ({
          ...field,
          differs: true,
          first: field.wanted,
          second: field.reported,
          aside: field.since === null ? '' : shownTime(field.since),
        }))}
        heads={{ first: text(WORDS.wanted), second: text(WORDS.reported), aside: text(WORDS.since) }}
        chosen={chosen}
        onChange={setChosen}
      />
      <RadioField
        label={text(WORDS.decision)}
        choices={{ send: text(WORDS.send), accept: text(WORDS.accept) }}
        value={decision}
        onChange={setDecision}
      />
      <InputField label={text(WORDS.reason)} value={reason} maxLength={MAX_SEND_REASON} required onChange={setReason} />
    </FormDialog>
  )
}

export default opens(SettleDialog)
