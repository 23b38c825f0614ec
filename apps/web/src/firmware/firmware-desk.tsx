import type { ReportView } from '@tanker/contract/report-view'
import { useEffect, useEffectEvent, useState } from 'react'
import '../base-data/base-data.css'
import { download, saveFile } from '../calls/download.ts'
import { text } from '../language.ts'
import { idOf, type Row, type RowOperation } from '../report/report-columns.tsx'
import { toast } from '../ui/toast.ts'
import { AddFirmwareDialog } from './add-firmware-dialog.tsx'
import { type FirmwareAction, isUnderWay, ConfirmUpgradeDialog } from './confirm-upgrade-dialog.tsx'
import { UpgradeDialog } from './upgrade-dialog.tsx'

const WORDS = {
  order: { zh: '新建升级', en: 'New upgrade' },
  retry: { zh: '重试所选', en: 'Retry selected' },
  abort: { zh: '中止所选', en: 'Abort selected' },
  add: { zh: '上传固件', en: 'Add firmware' },
  needRow: { zh: '请至少选择一条记录', en: 'Please select at least one row' }, // spec 5.4
  saveFailed: { zh: '下载失败，请重试', en: 'The download failed, please try again' },
} as const

type FirmwareDeskProps = {
  readonly view: ReportView
  /** Pressed in a row of the list; null when nothing is. */
  readonly asked: { readonly action: RowOperation; readonly row: Row } | null
  readonly onClose: () => void
  readonly onChanged: () => void
  /** Ticked in the list. */
  readonly chosen: readonly Row[]
}

const save = async (row: Row): Promise<void> => {
  const options = { signal: new AbortController().signal, onBytes: () => {} }
  const answer = await download('/firmware/content', { firmwareId: idOf(row) }, options)
  if (answer.kind === 'file') saveFile(answer.blob, answer.name)
  else toast('error', 'message' in answer ? answer.message : text(WORDS.saveFailed))
}

/** What the lists of upgrades and of firmware do besides showing: buttons beside the title, and the dialogs over the list. */
export const FirmwareDesk = ({ view, asked, onClose, onChanged, chosen }: FirmwareDeskProps) => {
  const [open, setOpen] = useState<'order' | 'add' | { readonly action: FirmwareAction; readonly rows: readonly Row[] } | null>(null)
  const may = (action: ReportView['rowActions'][number]): boolean => view.rowActions.includes(action)

  const begin = useEffectEvent((asked: FirmwareDeskProps['asked']) => {
    if (!asked) return
    if (asked.action === 'save') void save(asked.row)
    else if (asked.action === 'retry' || asked.action === 'abort' || asked.action === 'remove')
      setOpen({ action: asked.action, rows: [asked.row] })
    onClose()
  })
  useEffect(() => begin(asked), [asked])

  const done = (): void => {
    setOpen(null)
    onChanged()
  }
  /** Of the rows that were ticked those with which it can be done. */
  const withChosen = (action: 'retry' | 'abort'): void => {
    const rows = chosen.filter((row) => (action === 'abort' ? isUnderWay(row) : row['state'] === 'failed' || row['state'] === 'stopped'))
    if (rows.length === 0) toast('warning', text(WORDS.needRow))
    else setOpen({ action, rows })
  }

  return (
    <>
      {may('orderUpgrade') && (
        <button type="button" className="button button-primary" onClick={() => setOpen('order')}>
          {text(WORDS.order)}
        </button>
      )}
      {(['retry', 'abort'] as const)
        .filter((action) => may(action === 'retry' ? 'retryUpgrade' : 'abortUpgrade'))
        .map((action) => (
          <button key={action} type="button" className="button" onClick={() => withChosen(action)}>
            {text(WORDS[action])}
          </button>
        ))}
      {may('addFirmware') && (
        <button type="button" className="button button-primary" onClick={() => setOpen('add')}>
          {text(WORDS.add)}
        </button>
      )}
      {open === 'order' && <UpgradeDialog mayForce={may('forceDowngrade')} onDone={done} onCancel={() => setOpen(null)} />}
      {open === 'add' && <AddFirmwareDialog onDone={done} onCancel={() => setOpen(null)} />}
      {typeof open === 'object' && open && <ConfirmUpgradeDialog {...open} onDone={done} onCancel={() => setOpen(null)} />}
    </>
  )
}
