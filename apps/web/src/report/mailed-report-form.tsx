import { mailedReportCalls } from '@tanker/contract/endpoints/mailed-reports'
import type { MailedReport, MailedReports, Rhythm } from '@tanker/contract/mailed-reports'
import { MAX_VIEW_NAME } from '@tanker/contract/named-views'
import { useId, useState } from 'react'
import { call } from '../platform/calls/call.ts'
import { invalidate } from '../platform/calls/use-endpoint.ts'
import { language, text } from '../platform/language.ts'
import { ChoiceField } from '../platform/ui/choice-field.tsx'
import { FormDialog, InputField } from '../platform/ui/form-dialog.tsx'
import { hourText, monthDayChoices, weekdayChoices } from './mailed-words.ts'

const WORDS = {
  add: { zh: '新建定时邮件报表', en: 'Mail this list' },
  edit: { zh: '编辑定时邮件报表', en: 'Edit the mailed report' },
  save: { zh: '保存', en: 'Save' },
  name: { zh: '名称', en: 'Name' },
  rhythm: { zh: '频率', en: 'How often' },
  day: { zh: '日期', en: 'Day' },
  hour: { zh: '时间', en: 'Time' },
  zone: { zh: '时区', en: 'Time zone' },
  language: { zh: '语言', en: 'Language' },
  users: { zh: '收件人', en: 'Receivers' },
  others: { zh: '其他邮箱', en: 'Other addresses' },
  othersHint: { zh: '多个邮箱用逗号分隔', en: 'Separated by commas' },
  noName: { zh: '请填写名称', en: 'Please enter a name' },
  noReceiver: { zh: '请至少选择一个收件人', en: 'Please choose at least one recipient' },
} as const

const RHYTHM_NAMES = {
  daily: { zh: '每天', en: 'Daily' },
  weekly: { zh: '每周', en: 'Weekly' },
  monthly: { zh: '每月', en: 'Monthly' },
} as const
const LANGUAGES = [
  { value: 'zh', label: '中文' },
  { value: 'en', label: 'English' },
] as const
/** The browser's time zone. */
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
/** The time zone of the organisations that most users belong to; another one is that of the browser. */
const USUAL_ZONE = 'Asia/Shanghai'
const MAX_TYPED = 1_000

type Choices<V extends string | number> = readonly { readonly value: V; readonly label: string }[]
type SelectProps<V extends string | number> = {
  readonly label: string
  readonly choices: Choices<V>
  readonly value: V
  readonly onChange: (value: V) => void
}
/** One of a few: the browser's own list. */
const Select = <V extends string | number>({ label, choices, value, onChange }: SelectProps<V>) => {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="field"
        value={value}
        onChange={({ target }) => {
          const chosen = choices.find((one) => String(one.value) === target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: hourText(hour) }))

type MailedReportFormProps = {
  readonly given: MailedReports
  readonly report: string
  readonly name: string
  readonly content: () => string | null
  /** Null: a new one of what the list shows. */
  readonly one: MailedReport | null
  readonly onDone: () => void
}

/** When a list is mailed, in which language and to whom. */
export const MailedReportForm = ({ given, report, name: first, content, one, onDone }: MailedReportFormProps) => {
  const [name, setName] = useState(one?.name ?? first)
  const [rhythm, setRhythm] = useState<Rhythm>(one?.rhythm ?? 'daily')
  const [weekday, setWeekday] = useState(one?.weekday ?? 1)
  const [monthDay, setMonthDay] = useState(one?.monthDay ?? 1)
  const [hour, setHour] = useState(one?.hour ?? 7)
  const [zone, setZone] = useState(one?.zone ?? ownZone())
  const [words, setWords] = useState<'zh' | 'en'>(one?.language ?? language)
  const [userIds, setUserIds] = useState<readonly number[]>(one?.userIds ?? [])
  const [addresses, setAddresses] = useState(one?.addresses.join(', ') ?? '')
  const usersId = useId()
  const zones = [...new Set([zone, ownZone(), USUAL_ZONE])].map((value) => ({ value, label: value }))

  const submit = async (): Promise<void> => {
    const settings = {
      name: name.trim(),
      rhythm,
      weekday: rhythm === 'weekly' ? weekday : null,
      monthDay: rhythm === 'monthly' ? monthDay : null,
      hour,
      zone,
      language: words,
      userIds: userIds.join(','),
      addresses,
    }
    if (one) await call(mailedReportCalls.change, { ...settings, id: one.id }, { purpose: 'action' })
    else await call(mailedReportCalls.add, { ...settings, report, content: content() ?? '' }, { purpose: 'action' })
    await invalidate(mailedReportCalls.list)
    onDone()
  }

  return (
    <FormDialog
      title={text(one ? WORDS.edit : WORDS.add)}
      submit={text(WORDS.save)}
      className="mailed-dialog"
      check={() =>
        name.trim() === '' ? text(WORDS.noName) : userIds.length === 0 && addresses.trim() === '' ? text(WORDS.noReceiver) : null
      }
      onSubmit={submit}
      onCancel={onDone}
    >
      <InputField label={text(WORDS.name)} value={name} onChange={setName} maxLength={MAX_VIEW_NAME} autoComplete="off" first />
      <Select
        label={text(WORDS.rhythm)}
        choices={(Object.keys(RHYTHM_NAMES) as Rhythm[]).map((value) => ({ value, label: text(RHYTHM_NAMES[value]) }))}
        value={rhythm}
        onChange={setRhythm}
      />
      {rhythm === 'weekly' && <Select label={text(WORDS.day)} choices={weekdayChoices} value={weekday} onChange={setWeekday} />}
      {rhythm === 'monthly' && <Select label={text(WORDS.day)} choices={monthDayChoices} value={monthDay} onChange={setMonthDay} />}
      <Select label={text(WORDS.hour)} choices={hours} value={hour} onChange={setHour} />
      <Select label={text(WORDS.zone)} choices={zones} value={zone} onChange={setZone} />
      <Select label={text(WORDS.language)} choices={LANGUAGES} value={words} onChange={setWords} />
      <label htmlFor={usersId}>{text(WORDS.users)}</label>
      <ChoiceField<number>
        id={usersId}
        label={text(WORDS.users)}
        choices={given.people.map(({ id, name: person, address }) => ({ value: id, label: `${person} (${address})` }))}
        value={userIds}
        onChange={setUserIds}
        multiple
        clearable
        namesShown={2}
        panelPx={320}
      />
      {given.anyAddress && (
        <InputField
          label={text(WORDS.others)}
          value={addresses}
          onChange={setAddresses}
          maxLength={MAX_TYPED}
          placeholder={text(WORDS.othersHint)}
          autoComplete="off"
        />
      )}
    </FormDialog>
  )
}
