import type { ShiftHandover } from '@tanker/contract/alarm-desk'
import { alarmDeskCalls } from '@tanker/contract/endpoints/alarm-desk'
import { useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { invalidate, useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { shownTime } from '../../platform/shown-values.ts'
import { AskingDialog } from '../../platform/ui/asking-dialog.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import { refreshDesk } from './desk-queries.ts'
import { countWords } from './shift-handover.tsx'

const WORDS = {
  title: { zh: '交班记录', en: 'Handovers' },
  close: { zh: '关闭', en: 'Close' },
  none: { zh: '还没有交班记录', en: 'No shift has been handed over yet' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '交班记录加载失败', en: 'The handovers could not be loaded' },
  next: { zh: '下一班', en: 'the next shift' },
  waits: { zh: '等待接班', en: 'not accepted yet' },
  withdraw: { zh: '撤回', en: 'Withdraw' },
  sure: { zh: '撤回这次交班？', en: 'Withdraw this handover?' },
  sureWhy: { zh: '随交班转交的报警会回到您名下。', en: 'Alarms that were assigned with it come back to you.' },
  keep: { zh: '不撤回', en: 'Keep it' },
} as const

/** Handovers listed: those of the last days; older ones are in the report of handovers. */
const listed = 20

const fromTo = (by: string, to: string): string => text({ zh: `${by} → ${to}`, en: `${by} → ${to}` })
const acceptedWords = (who: string, at: string): string => text({ zh: `${who} 于 ${at} 接班`, en: `accepted by ${who} at ${at}` })

/** The newest handovers with their notes; an own one can be withdrawn until it is accepted. */
export const HandoverList = ({ onClose }: { onClose: () => void }) => {
  const query = useEndpoint(alarmDeskCalls.shifts, { size: listed }, { purpose: 'silent' })
  const [asked, setAsked] = useState<ShiftHandover | null>(null)
  const [busy, setBusy] = useState(false)
  const withdraw = async ({ id }: ShiftHandover): Promise<void> => {
    setBusy(true)
    await call(alarmDeskCalls.withdraw, { id }, { purpose: 'action' }).catch(() => {}) // `call` shows the reason
    await invalidate(alarmDeskCalls.shifts)
    refreshDesk()
    setBusy(false)
    setAsked(null)
  }
  if (asked)
    return (
      <AskingDialog
        title={text(WORDS.sure)}
        cancel={text(WORDS.keep)}
        confirm={text(WORDS.withdraw)}
        busy={busy}
        onCancel={() => setAsked(null)}
        onConfirm={() => void withdraw(asked)}
      >
        <p>{text(WORDS.sureWhy)}</p>
      </AskingDialog>
    )
  const shifts = query.data?.content
  return (
    <Dialog
      title={text(WORDS.title)}
      onEscape={onClose}
      actions={
        <button type="button" className="button" data-first onClick={onClose}>
          {text(WORDS.close)}
        </button>
      }
    >
      {shifts === undefined ? (
        query.isError ? (
          <ReadFailed words={text(WORDS.failed)} onAgain={() => void query.refetch()} />
        ) : (
          <p className="waiting">{text(WORDS.loading)}</p>
        )
      ) : shifts.length === 0 ? (
        <p className="desk-muted">{text(WORDS.none)}</p>
      ) : (
        <ol className="desk-shifts">
          {shifts.map((shift) => (
            <li key={shift.id}>
              <p>
                <time dateTime={shift.at}>{shownTime(shift.at, 'minute')}</time>{' '}
                <b>{fromTo(shift.by.name, shift.to?.name ?? text(WORDS.next))}</b>
              </p>
              <p className="desk-shift-note">{shift.note}</p>
              <p className="desk-muted">
                {countWords(shift)} ·{' '}
                {shift.acceptedAt === null
                  ? text(WORDS.waits)
                  : acceptedWords(shift.acceptedBy?.name ?? '', shownTime(shift.acceptedAt, 'minute'))}
                {shift.canWithdraw && (
                  <button type="button" className="button" onClick={() => setAsked(shift)}>
                    {text(WORDS.withdraw)}
                  </button>
                )}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
