import type { DeskCounts, ShiftHandover } from '@tanker/contract/alarm-desk'
import { alarmDeskCalls } from '@tanker/contract/endpoints/alarm-desk'
import { useId, useState } from 'react'
import { deskRefreshMs } from '../../platform/account/account-queries.ts'
import { call } from '../../platform/calls/call.ts'
import { readSession } from '../../platform/calls/session.ts'
import { invalidate, useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { shownTime } from '../../platform/shown-values.ts'
import { AskingDialog } from '../../platform/ui/asking-dialog.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ClampedText } from './clamped-text.tsx'
import { refreshDesk, usePeople } from './desk-queries.ts'
import { useKeptNote } from './use-kept-note.ts'

const WORDS = {
  handOver: { zh: '交班', en: 'Hand over shift' },
  accept: { zh: '接班', en: 'Accept' },
  open: { zh: '当前待处理', en: 'Waiting now' },
  to: { zh: '接班人', en: 'Successor' },
  nextShift: { zh: '下一班（不指定）', en: 'The next shift, no one in particular' },
  assigned: { zh: '指定接班人后，您负责的报警会转交给接班人。', en: 'Your own open alarms are assigned to the successor.' },
  note: { zh: '交班说明', en: 'Note' },
  noteHint: { zh: '未办完的事、需要盯的车、已联系过谁', en: 'What is unfinished, which trucks to watch, who was called' },
  needNote: { zh: '请填写交班说明', en: 'Please write a note' },
  cancel: { zh: '取消', en: 'Cancel' },
  sure: { zh: '确认交班', en: 'Hand over the shift?' },
  back: { zh: '返回修改', en: 'Back' },
  confirm: { zh: '确认交班', en: 'Hand over now' },
} as const

export const countWords = ({ black, red, yellow }: Pick<DeskCounts, 'black' | 'red' | 'yellow'>): string =>
  text({ zh: `黑 ${black} · 红 ${red} · 黄 ${yellow}`, en: `${black} black · ${red} red · ${yellow} yellow` })
const mineWords = (mine: number): string => text({ zh: `其中我负责 ${mine} 条`, en: `${mine} of them assigned to me` })
const waitsWords = (who: string, at: string): string => text({ zh: `${who} 于 ${at} 交班，等待接班`, en: `${who} handed over at ${at}` })

const sureWords = (to: string): string =>
  text({
    zh: `交给${to}。对方接班前可以在“交班记录”中撤回。`,
    en: `To ${to}. Until it is accepted you can withdraw it under “Handovers”.`,
  })

/** The newest handover that this user may accept. */
export const waitingHandover = (handovers: readonly ShiftHandover[]): ShiftHandover | null =>
  handovers.find(({ canAccept }) => canAccept) ?? null

/** Says that a shift waits to be accepted; takes no room otherwise. */
export const ShiftLine = () => {
  const { data } = useEndpoint(alarmDeskCalls.shifts, { size: 10 }, { purpose: 'silent', refetchInterval: deskRefreshMs })
  const [busy, setBusy] = useState(false)
  const waits = waitingHandover(data?.content ?? [])
  if (!waits) return null
  const accept = async (): Promise<void> => {
    setBusy(true)
    await call(alarmDeskCalls.accept, { id: waits.id }, { purpose: 'action' }).catch(() => {}) // `call` shows the reason
    await invalidate(alarmDeskCalls.shifts)
    refreshDesk()
    setBusy(false)
  }
  return (
    <div className="desk-shift" role="status">
      <b>{waitsWords(waits.by.name, shownTime(waits.at, 'minute'))}</b>
      <span className="desk-shift-note">
        <ClampedText words={waits.note} />
      </span>
      <span className="desk-muted">{countWords(waits)}</span>
      <button type="button" className="button button-primary" disabled={busy} onClick={() => void accept()}>
        {text(WORDS.accept)}
      </button>
    </div>
  )
}

/** Hands over what is open, with a note, to a user or to the next shift. */
export const HandOverDialog = ({ counts, onClose }: { counts: DeskCounts | undefined; onClose: () => void }) => {
  const id = useId()
  const people = usePeople(true)
  const me = readSession().userInfo.id
  const { note, write } = useKeptNote()
  const [userId, setUserId] = useState('')
  const [complaint, setComplaint] = useState(false)
  const [busy, setBusy] = useState(false)
  const [asks, setAsks] = useState(false)
  const successor = people.find((one) => String(one.id) === userId)?.name ?? text(WORDS.nextShift)
  const ask = (): void => (note.trim() === '' ? setComplaint(true) : setAsks(true))
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await call(
        alarmDeskCalls.handOver,
        { note: note.trim(), ...(userId === '' ? {} : { userId: Number(userId) }) },
        { purpose: 'action' },
      )
      write('')
      void invalidate(alarmDeskCalls.shifts)
      refreshDesk()
      onClose()
    } catch {
      // `call` shows the reason; the dialog keeps the note
      setBusy(false)
      setAsks(false)
    }
  }
  if (asks)
    return (
      <AskingDialog
        title={text(WORDS.sure)}
        cancel={text(WORDS.back)}
        confirm={text(WORDS.confirm)}
        busy={busy}
        onCancel={() => setAsks(false)}
        onConfirm={() => void save()}
      >
        <p>{sureWords(successor)}</p>
        {counts && <p className="desk-muted">{countWords(counts)}</p>}
        <blockquote className="desk-shift-note">{note.trim()}</blockquote>
      </AskingDialog>
    )
  return (
    <Dialog
      title={text(WORDS.handOver)}
      onEscape={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {text(WORDS.cancel)}
          </button>
          <button type="button" className="button button-primary" onClick={ask}>
            {text(WORDS.handOver)}
          </button>
        </>
      }
    >
      <div className="desk-handover">
        <p>
          {text(WORDS.open)} <b>{counts ? countWords(counts) : '–'}</b>
          {counts && <span className="desk-muted"> {mineWords(counts.mine)}</span>}
        </p>
        <label htmlFor={`${id}-note`}>{text(WORDS.note)}</label>
        <textarea
          id={`${id}-note`}
          data-first
          rows={5}
          maxLength={2000}
          required
          aria-describedby={`${id}-complaint`}
          placeholder={text(WORDS.noteHint)}
          value={note}
          onChange={({ target }) => write(target.value)}
        />
        <label htmlFor={`${id}-to`}>{text(WORDS.to)}</label>
        <select id={`${id}-to`} className="field" value={userId} onChange={({ target }) => setUserId(target.value)}>
          <option value="">{text(WORDS.nextShift)}</option>
          {people
            .filter((one) => one.id !== me)
            .map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
        </select>
        <p className="desk-muted">{text(WORDS.assigned)}</p>
        <p id={`${id}-complaint`} role="alert" className="desk-complaint">
          {complaint && note.trim() === '' && text(WORDS.needNote)}
        </p>
      </div>
    </Dialog>
  )
}
