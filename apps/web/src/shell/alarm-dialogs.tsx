import type { Alarm } from '@tanker/contract/alarms'
import { alarmType, type PopUp } from '@tanker/domain/alarms/alarm-type'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { alarmName } from '../platform/alarms/alarm-name.ts'
import { text } from '../platform/language.ts'
import { Dialog } from '../platform/ui/dialog.tsx'
import { SirenIcon } from '../platform/ui/icons.tsx'
import { alarmFacts } from './alarm-facts.ts'
import type { MenuLink } from '../platform/account/menu-groups.ts'
import { DialogMap, ExtraFacts } from './alarm-dialog-extras.tsx'
import { alarmRoute, deskRoute, ownReportRoute } from './open-alarm.ts'
import { useHeldDialogs } from './use-held-dialogs.ts'

const WORDS = {
  acknowledge: { zh: '知道了', en: 'Acknowledge' },
  view: { zh: '查看', en: 'View' },
  handle: { zh: '处理', en: 'Handle' },
} as const

const waiting = (count: number): string => text({ zh: `还有 ${count} 条`, en: `${count} more` })
const heldBack = (count: number): string =>
  text({
    zh: `您正在输入，${count} 条报警等待弹出`,
    en: count === 1 ? '1 alarm held while you type' : `${count} alarms held while you type`,
  })

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

type AlarmDialogProps = {
  readonly alarm: Alarm
  readonly popUp: Exclude<PopUp, 'list'>
  /** How many dialogs wait behind it. */
  readonly behind: number
  readonly links: readonly MenuLink[]
  readonly onAcknowledge: (alarm: Alarm) => void
}

const AlarmDialog = ({ alarm, popUp, behind, links, onAcknowledge }: AlarmDialogProps) => {
  const navigate = useNavigate()
  const isEmergency = popUp === 'emergency'
  const desk = deskRoute(alarm, links)
  const report = ownReportRoute(alarm, links)
  /** Besides the desk. */
  const view = report ?? (desk === null ? alarmRoute(alarm, links) : null)
  const has = (screen: string): boolean => links.some(({ url }) => url === screen)
  const goTo = (route: NonNullable<typeof view>): void => {
    onAcknowledge(alarm)
    void navigate(route)
  }
  return (
    <Dialog
      className={isEmergency ? 'emergency' : ''}
      title={
        <>
          {isEmergency && <BlinkingIcon />}
          {alarmName(alarm.type)}
          {behind > 0 && <span className="more-alarms">{waiting(behind)}</span>}
        </>
      }
      onEscape={isEmergency ? null : () => onAcknowledge(alarm)}
      actions={
        <>
          {view !== null && (
            <button className="button" onClick={() => goTo(view)}>
              {text(WORDS.view)}
            </button>
          )}
          <button className={desk ? 'button' : 'button button-primary'} onClick={() => onAcknowledge(alarm)}>
            {text(WORDS.acknowledge)}
          </button>
          {desk && (
            <button className="button button-primary" onClick={() => goTo(desk)}>
              {text(WORDS.handle)}
            </button>
          )}
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
        <ExtraFacts
          alarm={alarm}
          source={desk ? 'desk' : has('monitor/cargo_transport') ? 'card' : null}
          namesDriver={popUp === 'working-hours'}
        />
      </dl>
      <DialogMap alarm={alarm} />
    </Dialog>
  )
}

/** The dialogs of types 201, 202 and 203 (spec 4.3), one at a time; while someone types they wait, which a badge says. */
export const AlarmDialogs = ({ alarms, links, onAcknowledge }: AlarmDialogsProps) => {
  const { shown, waiting: held, release } = useHeldDialogs(alarms)
  const alarm = shown[0]
  const popUp = alarm && alarmType(alarm.type)?.popUp
  if (held > 0)
    return (
      <button className="alarm-held" onClick={release}>
        <SirenIcon />
        <span role="status">{heldBack(held)}</span>
      </button>
    )
  if (!alarm || !popUp || popUp === 'list') return null
  return <AlarmDialog key={alarm.id} alarm={alarm} popUp={popUp} behind={shown.length - 1} links={links} onAcknowledge={onAcknowledge} />
}
