import { mailedReportCalls } from '@tanker/contract/endpoints/mailed-reports'
import type { MailedReport } from '@tanker/contract/mailed-reports'
import { type ReactNode, useState } from 'react'
import { call, CallError } from '../platform/calls/call.ts'
import { invalidate, useEndpoint } from '../platform/calls/use-endpoint.ts'
import { text } from '../platform/language.ts'
import { shownTime } from '../platform/shown-values.ts'
import { AskingDialog } from '../platform/ui/asking-dialog.tsx'
import { Dialog } from '../platform/ui/dialog.tsx'
import { ReadFailed } from '../platform/ui/read-failed.tsx'
import { toast } from '../platform/ui/toast.ts'
import { MailedReportForm } from './mailed-report-form.tsx'
import { MailedReportLog } from './mailed-report-log.tsx'
import { PAUSED, timesText } from './mailed-words.ts'
import './mailed-reports.css'

const WORDS = {
  title: { zh: '定时邮件报表', en: 'Mailed reports' },
  none: { zh: '该列表还没有定时邮件报表。', en: 'This list is not mailed yet.' },
  noServer: {
    zh: '平台未配置邮件服务器，邮件不会发送，请联系管理员。',
    en: 'The server has no mail server, so nothing is sent. Please ask your administrator.',
  },
  add: { zh: '新建', en: 'New' },
  close: { zh: '关闭', en: 'Close' },
  send: { zh: '立即发送', en: 'Send now' },
  sending: { zh: '正在发送，结果见发送记录', en: 'It is being sent; see the log' },
  pause: { zh: '暂停', en: 'Pause' },
  goOn: { zh: '恢复', en: 'Resume' },
  log: { zh: '发送记录', en: 'Log' },
  edit: { zh: '编辑', en: 'Edit' },
  remove: { zh: '删除', en: 'Delete' },
  cancel: { zh: '取消', en: 'Cancel' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '定时邮件报表加载失败', en: 'The mailed reports could not be loaded' },
} as const

const nextText = (at: string): string => {
  const shown = shownTime(at, 'minute')
  return text({ zh: `下次 ${shown}`, en: `next ${shown}` })
}
const receivers = ({ userIds, addresses }: MailedReport): string => {
  const count = userIds.length + addresses.length
  return text({ zh: `${count} 个收件人`, en: count === 1 ? '1 recipient' : `${count} recipients` })
}

type Shown =
  | { readonly of: 'list' }
  | { readonly of: 'form'; readonly one: MailedReport | null }
  | { readonly of: 'log' | 'remove'; readonly one: MailedReport }

type MailedReportsDialogProps = {
  readonly report: string
  /** For a new one: the name of the view, or of the list. */
  readonly name: string
  /** What the list shows; null where it was opened from an alarm. */
  readonly content: () => string | null
  readonly onClose: () => void
}

/** The mailed reports of one list: when each is sent next, what was sent, and what can be done with it. */
export const MailedReportsDialog = ({ report, name, content, onClose }: MailedReportsDialogProps) => {
  const asked = useEndpoint(mailedReportCalls.list, null, { purpose: 'silent' })
  const [shown, setShown] = useState<Shown>({ of: 'list' })
  const toList = (): void => setShown({ of: 'list' })
  if (shown.of === 'form' && asked.data)
    return <MailedReportForm given={asked.data} report={report} name={name} content={content} one={shown.one} onDone={toList} />
  if (shown.of === 'log') return <MailedReportLog one={shown.one} onClose={toList} />
  if (shown.of === 'remove') return <RemoveDialog one={shown.one} onDone={toList} />
  const here = (asked.data?.reports ?? []).filter((one) => one.report === report)
  return (
    <Dialog
      title={text(WORDS.title)}
      className="mailed-dialog"
      onEscape={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {text(WORDS.close)}
          </button>
          {content() !== null && (
            <button
              type="button"
              className="button button-primary"
              disabled={!asked.data}
              onClick={() => setShown({ of: 'form', one: null })}
            >
              {text(WORDS.add)}
            </button>
          )}
        </>
      }
    >
      {asked.data && !asked.data.mailReady && <p role="alert">{text(WORDS.noServer)}</p>}
      {asked.isError && !asked.data ? (
        <ReadFailed words={text(WORDS.failed)} onAgain={() => void asked.refetch()} />
      ) : here.length === 0 ? (
        <p>{text(asked.data ? WORDS.none : WORDS.loading)}</p>
      ) : (
        <ul className="mailed-list">
          {here.map((one) => (
            <MailedLine key={one.id} one={one} onShow={setShown} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** Runs a call and reads the list again; a refusal has been shown by then. */
async function run(work: () => Promise<unknown>, done?: string): Promise<void> {
  try {
    await work()
    if (done !== undefined) toast('success', done)
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure
  }
  await invalidate(mailedReportCalls.list)
}

const MailedLine = ({ one, onShow }: { readonly one: MailedReport; readonly onShow: (shown: Shown) => void }) => {
  const { id, paused, nextAt } = one
  const action = (words: string, onPick: () => void): ReactNode => (
    <button type="button" className="cell-button" aria-label={`${words} ${one.name}`} onClick={onPick}>
      {words}
    </button>
  )
  const isPaused = paused !== null
  return (
    <li>
      <b>{one.name}</b>
      <span>
        {timesText(one)} ({one.zone}) · {receivers(one)}
      </span>
      <span data-paused={isPaused}>{isPaused ? text(PAUSED[paused]) : nextAt === null ? '' : nextText(nextAt)}</span>
      <span className="mailed-actions">
        {action(text(WORDS.send), () => void run(() => call(mailedReportCalls.send, { id }, { purpose: 'action' }), text(WORDS.sending)))}
        {action(
          text(isPaused ? WORDS.goOn : WORDS.pause),
          () => void run(() => call(mailedReportCalls.pause, { id, paused: isPaused ? 'no' : 'yes' }, { purpose: 'action' })),
        )}
        {action(text(WORDS.log), () => onShow({ of: 'log', one }))}
        {action(text(WORDS.edit), () => onShow({ of: 'form', one }))}
        {action(text(WORDS.remove), () => onShow({ of: 'remove', one }))}
      </span>
    </li>
  )
}

const RemoveDialog = ({ one, onDone }: { readonly one: MailedReport; readonly onDone: () => void }) => {
  const [busy, setBusy] = useState(false)
  return (
    <AskingDialog
      title={text(WORDS.remove)}
      cancel={text(WORDS.cancel)}
      confirm={text(WORDS.remove)}
      busy={busy}
      onCancel={onDone}
      onConfirm={() => {
        setBusy(true)
        void run(() => call(mailedReportCalls.remove, { id: one.id }, { purpose: 'action' })).then(onDone)
      }}
    >
      <p>
        {text({
          zh: `确定删除“${one.name}”及其发送记录？`,
          en: `Delete “${one.name}” and its log?`,
        })}
      </p>
    </AskingDialog>
  )
}
