import type { Alarm } from '@tanker/contract/alarms'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { text } from '../platform/language.ts'
import { Dialog } from '../platform/ui/dialog.tsx'
import { SirenIcon } from '../platform/ui/icons.tsx'
import { alarmFacts } from './alarm-facts.ts'
import { alarmName } from './alarm-list.tsx'
import type { MenuLink } from '../platform/account/menu-groups.ts'
import { alarmRoute } from './open-alarm.ts'

const WORDS = {
  acknowledge: { zh: '知道了', en: 'Acknowledge' },
  view: { zh: '查看', en: 'View' },
} as const

const waiting = (count: number): string => text({ zh: `还有 ${count} 条`, en: `${count} more` })

const blinkMs = 180 // spec 4.3

const BlinkingIcon = () => {
  const [lit, setLit] = useState(true)
  useEffect(() => {
    const timer = setInterval(() => setLit((is) => !is), blinkMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="emergency-icon" data-lit={lit}>
      <SirenIcon />
    </span>
  )
}

type AlarmDialogsProps = {
  readonly alarms: readonly Alarm[]
  readonly links: readonly MenuLink[]
  readonly onAcknowledge: (alarm: Alarm) => void
}

/** The dialogs of types 201, 202 and 203 (spec 4.3), one at a time. */
export const AlarmDialogs = ({ alarms, links, onAcknowledge }: AlarmDialogsProps) => {
  const navigate = useNavigate()
  const alarm = alarms[0]
  const popUp = alarm && alarmType(alarm.type)?.popUp
  if (!alarm || !popUp || popUp === 'list') return null
  const isEmergency = popUp === 'emergency'
  return (
    <Dialog
      key={alarm.id}
      className={isEmergency ? 'emergency' : ''}
      title={
        <>
          {isEmergency && <BlinkingIcon />}
          {alarmName(alarm.type)}
          {alarms.length > 1 && <span className="more-alarms">{waiting(alarms.length - 1)}</span>}
        </>
      }
      onEscape={isEmergency ? null : () => onAcknowledge(alarm)}
      actions={
        <>
          <button
            className="button"
            onClick={() => {
              onAcknowledge(alarm)
              void navigate(alarmRoute(alarm, links))
            }}
          >
            {text(WORDS.view)}
          </button>
          <button className="button button-primary" onClick={() => onAcknowledge(alarm)}>
            {text(WORDS.acknowledge)}
          </button>
        </>
      }
    >
      <dl className="facts">
        {alarmFacts(popUp, alarm).map(([label, value]) => (
          <div key={label} className="fact">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
