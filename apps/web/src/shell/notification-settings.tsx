import { ALARM_FAMILIES, alarmFamilyText } from '@tanker/domain/alarms/alarm-family'
import { useState } from 'react'
import { text } from '../platform/language.ts'
import { askForNotifications, notificationPermit } from './alarm-notifications.ts'
import { LeastGrade } from './least-grade.tsx'
import { kindToggled, type NotificationChoice } from './notification-choice.ts'

const WORDS = {
  legend: { zh: '浏览器通知', en: 'Browser notifications' },
  show: { zh: '页面不在前台时，在此浏览器弹出通知', en: 'Notify in this browser while the web console is not visible' },
  grades: { zh: '报警等级', en: 'Grades' },
  kinds: { zh: '报警类别', en: 'Kinds of alarm' },
  among: { zh: '仅限上面勾选的弹窗报警类型。', en: 'Only of the pop-up types ticked above.' },
  denied: {
    zh: '浏览器禁止本站显示通知。请点地址栏左侧的图标，允许“通知”，然后刷新页面。',
    en: 'The browser blocks notifications of this site. Click the icon to the left of the address, allow notifications, and reload the page.',
  },
  unasked: {
    zh: '浏览器还没有许可。请再次勾选，并在浏览器的询问中选择“允许”。',
    en: 'The browser has no permission yet. Tick it again and answer “Allow” when the browser asks.',
  },
  unsupported: {
    zh: '此浏览器不能显示通知。通知需要电脑上的浏览器，并且本站要用 https 打开。',
    en: 'This browser cannot show notifications. They need a browser on a computer, and this site opened with https.',
  },
} as const

type NotificationSettingsProps = { readonly choice: NotificationChoice; readonly onChange: (choice: NotificationChoice) => void }

/** Which alarms this browser shows as notifications. The browser is asked for permission only by the tick here. */
export const NotificationSettings = ({ choice, onChange }: NotificationSettingsProps) => {
  const [permit, setPermit] = useState(notificationPermit)
  const [asked, setAsked] = useState(false)
  const on = choice.on && permit === 'granted'
  const isClosed = permit === 'denied' || permit === 'unsupported'
  const toggle = async (): Promise<void> => {
    if (on) return onChange({ ...choice, on: false })
    const answer = await askForNotifications()
    setPermit(answer)
    setAsked(true)
    onChange({ ...choice, on: answer === 'granted' })
  }
  const problem = isClosed || (asked && permit === 'unasked') ? text(WORDS[permit]) : null
  return (
    <fieldset className="alarm-notifications">
      <legend>{text(WORDS.legend)}</legend>
      <label>
        <input type="checkbox" checked={on} disabled={isClosed} onChange={() => void toggle()} />
        {text(WORDS.show)}
      </label>
      {problem !== null && <p role="status">{problem}</p>}
      {on && (
        <>
          <div className="alarm-notification-kinds" role="group" aria-label={text(WORDS.kinds)}>
            {ALARM_FAMILIES.map((family) => (
              <label key={family}>
                <input
                  type="checkbox"
                  checked={choice.kinds.includes(family)}
                  onChange={() => onChange({ ...choice, kinds: kindToggled(choice.kinds, family) })}
                />
                {text(alarmFamilyText[family])}
              </label>
            ))}
          </div>
          <LeastGrade label={text(WORDS.grades)} value={choice.leastGrade} onChange={(leastGrade) => onChange({ ...choice, leastGrade })} />
          <p>{text(WORDS.among)}</p>
        </>
      )}
    </fieldset>
  )
}
