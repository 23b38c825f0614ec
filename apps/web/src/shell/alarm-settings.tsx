import { accessCalls } from '@tanker/contract/endpoints/access'
import { alarmCalls } from '@tanker/contract/endpoints/alarms'
import type { UserPrivileges } from '@tanker/contract/session'
import { ALARM_TYPES } from '@tanker/domain/alarms/alarm-type'
import { useState } from 'react'
import { call, CallError } from '../platform/calls/call.ts'
import { invalidate } from '../platform/calls/use-endpoint.ts'
import { readSession } from '../platform/calls/session.ts'
import { text } from '../platform/language.ts'
import { useSpelling } from '../platform/find/use-spelling.ts'
import { toast } from '../platform/ui/toast.ts'
import { AlarmTypeGroup } from './alarm-type-group.tsx'
import { LeastGrade } from './least-grade.tsx'
import { keepChoice, keptChoice } from './notification-choice.ts'
import { NotificationSettings } from './notification-settings.tsx'
import { readTypeIds, typesNamed, writeTypeIds } from './alarm-type-ids.ts'

const WORDS = {
  popUps: { zh: '弹窗报警类型', en: 'Pop-up alarm types' },
  mails: { zh: '邮件报警类型', en: 'E-mail alarm types' },
  search: { zh: '搜索报警类型或编号', en: 'Search alarm types or numbers' },
  noMail: {
    zh: '系统未配置邮件服务，设置会保存，但不会发送邮件。',
    en: 'Mail is not set up on this system: the choice is saved, but no mail is sent.',
  },
  noAddress: {
    zh: '您的账号未设置邮箱，请联系管理员；设置会保存。',
    en: 'Your account has no e-mail address; ask an administrator. The choice is saved.',
  },
  mailGrades: { zh: '邮件报警等级', en: 'E-mail grades' },
  mailed: { zh: '邮件发送至：', en: 'Mail is sent to ' },
  save: { zh: '保存', en: 'Save' },
  saved: { zh: '报警设置已保存', en: 'Alarm settings saved' },
  failed: { zh: '操作失败', en: 'The operation failed' },
} as const

const mailWords = (address: string | null): string => {
  if (address === null) return text(WORDS.noMail)
  return address === '' ? text(WORDS.noAddress) : `${text(WORDS.mailed)}${address}`
}

/** Spec 3.3, 7.3: which alarms pop up for this user and which are mailed; and which this browser shows as notifications. */
export const AlarmSettings = ({ privileges, onSaved }: { privileges: UserPrivileges; onSaved: () => void }) => {
  const kept = privileges.stUserAlarm
  const [popUps, setPopUps] = useState(() => readTypeIds(kept.alarmTypeIds))
  const [mails, setMails] = useState(() => readTypeIds(kept.alarmEmailTypeIds))
  const { userName } = readSession().token
  const [notifications, setNotifications] = useState(() => keptChoice(userName))
  const [mailGrade, setMailGrade] = useState(kept.alarmEmailLeastGrade)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const types = ALARM_TYPES.filter(({ staffOnly, information }) => !information && !(staffOnly && readSession().role.customer))
  const spell = useSpelling(typed !== '')
  const shown = typesNamed(types, typed, spell)

  const save = async (): Promise<void> => {
    setBusy(true)
    const values = {
      id: kept.id,
      userId: kept.userId,
      alarmTypeIds: writeTypeIds(popUps),
      alarmEmailTypeIds: writeTypeIds(mails),
      alarmEmailLeastGrade: mailGrade,
    }
    try {
      await call(alarmCalls.saveSettings, values, { purpose: 'silent' })
      keepChoice(userName, notifications)
      await invalidate(accessCalls.privileges)
      toast('success', text(WORDS.saved))
      onSaved()
    } catch (failure) {
      toast('error', failure instanceof CallError && failure.outcome === 'no-permission' ? failure.message : text(WORDS.failed)) // spec 8.3
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="alarm-settings">
      <div className="alarm-settings-search">
        <input
          type="search"
          className="field"
          aria-label={text(WORDS.search)}
          placeholder={text(WORDS.search)}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <div className="alarm-settings-groups">
        <AlarmTypeGroup legend={text(WORDS.popUps)} types={types} shown={shown} chosen={popUps} onChange={setPopUps} />
        <AlarmTypeGroup legend={text(WORDS.mails)} types={types} shown={shown} chosen={mails} onChange={setMails} />
      </div>
      <NotificationSettings choice={notifications} onChange={setNotifications} />
      <div className="alarm-settings-foot">
        <p>{mailWords(privileges.mailAddress)}</p>
        <LeastGrade label={text(WORDS.mailGrades)} value={mailGrade} onChange={setMailGrade} />
        <button className="button button-primary" disabled={busy} onClick={() => void save()}>
          {text(WORDS.save)}
        </button>
      </div>
    </div>
  )
}
