import { LAST_DAY, type MailedReport } from '@tanker/contract/mailed-reports'
import { text } from '../platform/language.ts'

const WEEKDAYS = [
  { zh: '周一', en: 'Monday' },
  { zh: '周二', en: 'Tuesday' },
  { zh: '周三', en: 'Wednesday' },
  { zh: '周四', en: 'Thursday' },
  { zh: '周五', en: 'Friday' },
  { zh: '周六', en: 'Saturday' },
  { zh: '周日', en: 'Sunday' },
] as const

/** The days of a week, 1 is Monday. */
export const weekdayChoices = WEEKDAYS.map((name, index) => ({ value: index + 1, label: text(name) }))

const dayOfMonth = (day: number): string =>
  day === LAST_DAY ? text({ zh: '最后一天', en: 'last day' }) : text({ zh: `${day}日`, en: `day ${day}` })

/** The days of a month, with its last one. */
export const monthDayChoices = [...Array.from({ length: 28 }, (_, index) => index + 1), LAST_DAY].map((day) => ({
  value: day,
  label: dayOfMonth(day),
}))

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** When a report is mailed: daily 07:00, Monday 07:00, last day 07:00. */
export function timesText({ rhythm, weekday, monthDay, hour }: Pick<MailedReport, 'rhythm' | 'weekday' | 'monthDay' | 'hour'>): string {
  const at = hourText(hour)
  if (rhythm === 'daily') return text({ zh: `每天 ${at}`, en: `daily ${at}` })
  if (rhythm === 'weekly') {
    const day = weekdayChoices.find(({ value }) => value === weekday)?.label ?? ''
    return text({ zh: `每${day} ${at}`, en: `every ${day} ${at}` })
  }
  const day = dayOfMonth(monthDay ?? LAST_DAY)
  return text({ zh: `每月${day} ${at}`, en: `monthly, ${day}, ${at}` })
}

/** Why a mailed report is not sent. */
export const PAUSED = {
  owner: { zh: '已暂停', en: 'Paused' },
  right: { zh: '已暂停：您的权限不再包含该列表或定时邮件', en: 'Paused: your rights no longer include this list or mailing it' },
  disabled: { zh: '已暂停：账号已停用', en: 'Paused: the account is disabled' },
} as const
