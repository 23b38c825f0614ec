import type { RefusedRows } from '@tanker/contract/base-data/calls'
import type { Entity } from '@tanker/contract/base-data/define-entity'
import { entityCalls } from '@tanker/contract/endpoints/base-data'
import { type FormEvent, useId, useRef, useState } from 'react'
import { leaveSession } from '../platform/calls/ended-session.ts'
import { readSession } from '../platform/calls/session.ts'
import { saveDownload } from '../platform/calls/save-download.ts'
import { upload } from '../platform/calls/upload.ts'
import { text } from '../platform/language.ts'
import { ExportButton } from '../report/export-button.tsx'
import { OrganisationTree } from '../report/organisation-tree.tsx'
import { Dialog } from '../platform/ui/dialog.tsx'
import { toast } from '../platform/ui/toast.ts'
import { wrongRows } from './form-values.ts'
import { sheetProblem } from './sheet-file.ts'

const WORDS = {
  organisation: { zh: '所属组织', en: 'Organisation' },
  file: { zh: '表格文件（.xlsx 或 .xls）', en: 'Spreadsheet (.xlsx or .xls)' },
  template: { zh: '下载模板', en: 'Download template' },
  start: { zh: '导入', en: 'Import' },
  close: { zh: '关闭', en: 'Close' },
  noOrganisation: { zh: '请选择所属组织', en: 'Please choose an organisation' },
  failed: { zh: '网络异常，请稍后重试', en: 'Network error, please try again later' },
  row: { zh: '行', en: 'Row' },
  problem: { zh: '问题', en: 'Problem' },
} as const

type ImportDialogProps = { readonly entity: Entity; readonly onImported: () => void; readonly onClose: () => void }

/** Spec 5.2: one xlsx or xls file for one organisation. All rows are taken or none, and every wrong row is named. */
export const ImportDialog = ({ entity, onImported, onClose }: ImportDialogProps) => {
  const id = useId()
  const [organisationId, setOrganisationId] = useState<number | null>(readSession().userInfo.organisationId)
  const [complaint, setComplaint] = useState('')
  const [rows, setRows] = useState<RefusedRows['rows']>([])
  const [sent, setSent] = useState<number | null>(null)
  const files = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController | null>(null)

  const start = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const chosen = [...(files.current?.files ?? [])]
    const problem = sheetProblem(chosen)
    const [file] = chosen
    setRows([])
    if (organisationId === null) return setComplaint(text(WORDS.noOrganisation))
    if (problem || !file) return setComplaint(problem ? text(problem) : '')
    setComplaint('')
    setSent(0)
    running.current = new AbortController()
    try {
      const options = { signal: running.current.signal, onSent: setSent }
      const answer = await upload(entityCalls(entity).importSheet, { organisationId }, file, options)
      if (answer.kind === 'data') {
        const { created } = answer.data as { created: number }
        toast('success', text({ zh: `已导入 ${created} 条`, en: `${created} ${created === 1 ? 'row' : 'rows'} imported` }))
        return onImported()
      }
      if (answer.kind === 'session-expired') return leaveSession(answer.ended)
      setComplaint('message' in answer ? answer.message : text(WORDS.failed))
      setRows(answer.kind === 'refused' ? wrongRows(answer.data) : [])
    } catch {
      // The dialog was closed: ignore the result.
    } finally {
      setSent(null)
    }
  }

  const close = (): void => {
    running.current?.abort()
    onClose()
  }

  return (
    <Dialog
      className="entity-dialog"
      title={text({ zh: `导入${entity.name.zh}`, en: `Import: ${entity.name.en.toLowerCase()}` })}
      onEscape={close}
      actions={
        <>
          <ExportButton start={(options) => saveDownload(entityCalls(entity).template, null, options)} words={WORDS.template} />
          <button className="button" type="button" onClick={close}>
            {text(WORDS.close)}
          </button>
          <button className="button button-primary" type="submit" form={`${id}-form`} disabled={sent !== null}>
            {text(WORDS.start)}
          </button>
        </>
      }
    >
      <form id={`${id}-form`} className="entity-import" noValidate onSubmit={(event) => void start(event)}>
        <label htmlFor={`${id}-organisation`}>{text(WORDS.organisation)}</label>
        <OrganisationTree
          id={`${id}-organisation`}
          label={text(WORDS.organisation)}
          value={organisationId === null ? [] : [organisationId]}
          onChange={([chosen]) => setOrganisationId(chosen ?? null)}
        />
        <label htmlFor={`${id}-file`}>{text(WORDS.file)}</label>
        <input id={`${id}-file`} ref={files} type="file" accept=".xlsx,.xls" data-first aria-describedby={`${id}-error`} />
        {sent !== null && <progress value={sent} aria-label={text(WORDS.start)} />}
        <p id={`${id}-error`} className="field-problem" role="alert">
          {complaint}
        </p>
        {rows.length > 0 && (
          <div className="entity-wrong-rows" tabIndex={0} role="group" aria-label={text(WORDS.problem)}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{text(WORDS.row)}</th>
                  <th scope="col">{text(WORDS.problem)}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ row, ...words }, index) => (
                  <tr key={`${row} ${index}`}>
                    <td>{row}</td>
                    <td>{text(words)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </form>
    </Dialog>
  )
}
