import type { DeskLine } from '@tanker/contract/alarm-desk'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useDeskCounts, usePrivileges } from '../../platform/account/account-queries.ts'
import { readSession } from '../../platform/calls/session.ts'
import { text } from '../../platform/language.ts'
import { ScreenFrame } from '../../platform/screen-frame/screen-frame.tsx'
import { StaleNote } from '../../platform/ui/stale-note.tsx'
import './alarm-desk.css'
import { assign } from './assign-field.tsx'
import { DeskFilters } from './desk-filters.tsx'
import type { DeskCommand } from './desk-keys.ts'
import { useLiveDesk } from './desk-queries.ts'
import { EmptyQueue } from './empty-queue.tsx'

import { HandoverList } from './handover-list.tsx'
import { KeyHelp } from './key-help.tsx'
import { OpenedAlarm } from './opened-alarm.tsx'
import { steppedLine } from './queue-position.ts'
import { QueueFoot } from './queue-foot.tsx'
import { Queue } from './queue.tsx'
import { SeveralAlarms } from './several-alarms.tsx'
import { HandOverDialog, ShiftLine } from './shift-handover.tsx'
import { useDeskKeys } from './use-desk-keys.ts'
import { useHandlingForm } from './use-handling-form.ts'
import { BESIDE } from './beside.ts'
import { useDesk } from './use-desk.ts'

const WORDS = {
  title: { zh: '报警处理', en: 'Alarm desk' },
  handOver: { zh: '交班', en: 'Hand over shift' },
  handovers: { zh: '交班记录', en: 'Handovers' },
  keys: { zh: '快捷键', en: 'Keys' },
  choose: { zh: '从左侧选择一条报警', en: 'Choose an alarm on the left' },
} as const

const handledWords = (alarms: number, plates: string): string =>
  text({ zh: `已处理 ${alarms} 条：${plates}`, en: alarms === 1 ? `Handled: ${plates}` : `Handled ${alarms} alarms: ${plates}` })

type DeskToolsProps = {
  /** What was done last. */
  readonly said: string
  readonly showsKeys: boolean
  readonly onKeys: () => void
  /** Null for users who may not handle alarms. */
  readonly onHandOver: (() => void) | null
  readonly onHandovers: () => void
}

const DeskTools = ({ said, showsKeys, onKeys, onHandOver, onHandovers }: DeskToolsProps) => (
  <>
    <span className="desk-said" role="status">
      {said}
    </span>
    <button type="button" className="button desk-keys-button" aria-expanded={showsKeys} onClick={onKeys}>
      <kbd>?</kbd> {text(WORDS.keys)}
    </button>
    <button type="button" className="button" onClick={onHandovers}>
      {text(WORDS.handovers)}
    </button>
    {onHandOver && (
      <button type="button" className="button" onClick={onHandOver}>
        {text(WORDS.handOver)}
      </button>
    )}
  </>
)

type DeskQueueProps = {
  readonly desk: ReturnType<typeof useDesk>
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly mayTick: boolean
}

const DeskQueue = ({ desk, scroller, mayTick }: DeskQueueProps) => {
  const { filter, lines, query, ticks } = desk
  return (
    <Queue
      scroller={scroller}
      lines={lines}
      filterKey={desk.filterKey}
      activeId={desk.activeId}
      openedId={desk.openedId}
      ticked={ticks.ids}
      mayTick={mayTick}
      busy={query.isPending}
      isWhole={!query.hasNextPage}
      empty={<EmptyQueue query={query} filter={filter} onChange={desk.changeFilter} />}
      onOpen={(line: DeskLine) => desk.open(line.id)}
      onTick={ticks.tick}
      foot={desk.totals && <QueueFoot state={filter.state} listed={lines.length} lines={desk.totals.lines} alarms={desk.totals.alarms} />}
      mayRead={query.hasNextPage && !query.isFetching && !query.isFetchNextPageError}
      onRead={() => void query.fetchNextPage()}
    />
  )
}

/** monitor/alarm_desk: all alarms that wait, one line a happening; the opened one beside them with its handling at the foot. */
export const AlarmDesk = () => {
  const { data: privileges } = usePrivileges()
  const mayHandle = privileges?.userPri.some(({ key }) => key === 'alarms:handle') ?? false
  const desk = useDesk(mayHandle)
  const { filter, lines, ids, query, ticks } = desk
  const counts = useDeskCounts(true)
  const mayTick = mayHandle && filter.state === 'waiting'
  useLiveDesk()
  const [showsKeys, setShowsKeys] = useState(false)
  const [dialog, setDialog] = useState<'hand-over' | 'handovers' | null>(null)
  const [said, setSaid] = useState('')
  const page = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const { form, setForm, takeAfterOpening } = useHandlingForm()

  // A dialog gives the focus back to the field that had it: the keys are for the alarm now.
  useEffect(() => {
    if (desk.fromAlarm !== undefined) scroller.current?.focus({ preventScroll: true })
  }, [desk.fromAlarm])

  const onHandled = (alarmIds: readonly string[], plates: string): void => {
    setSaid(handledWords(alarmIds.length, plates))
    desk.afterHandling(alarmIds)
    scroller.current?.focus({ preventScroll: true })
  }

  const close = (): void => {
    desk.close()
    scroller.current?.focus({ preventScroll: true })
  }

  const back = (): boolean => {
    if (form.current?.hasFocus()) scroller.current?.focus({ preventScroll: true })
    else if (ticks.ticked.length > 0) ticks.clear()
    else if (showsKeys) setShowsKeys(false)
    else if (desk.alarmId !== null && !BESIDE.matches) close()
    else return false
    return true
  }

  const active = lines.find(({ id }) => id === desk.activeId)
  const take = (): void => {
    // An opened alarm may stand outside the filter.
    const one = active?.alarmIds ?? (desk.alarmId === null ? [] : [desk.alarmId])
    const alarmIds = ticks.ticked.length > 0 ? ticks.ticked.flatMap((line) => line.alarmIds) : one
    if (mayHandle && alarmIds.length > 0) void assign(alarmIds, readSession().userInfo.id)
  }

  /** Every key is about the line that j and k have reached: where another is open, that line opens first. */
  const handle = (digit: string | null): void => {
    if (ticks.ticked.length > 0 || !active || active.id === desk.openedId) return void form.current?.take(digit)
    if (mayTick) takeAfterOpening(digit)
    desk.open(active.id)
  }

  useDeskKeys(page, (command: DeskCommand) => {
    if (command === 'back') return back()
    if (typeof command === 'object') handle(command.digit)
    else if (command === 'down' || command === 'up') desk.setActiveId(steppedLine(ids, desk.activeId, command === 'down' ? 1 : -1))
    else if (command === 'open') desk.open(desk.activeId)
    else if (command === 'next') desk.next()
    else if (command === 'handle') handle(null)
    else if (command === 'take') take()
    else if (command === 'help') setShowsKeys(!showsKeys)
    else if (active) ticks.tick(active, false)
    return true
  })

  const isSeveral = ticks.ticked.length > 0
  return (
    <ScreenFrame
      title={text(WORDS.title)}
      onSearch={null}
      tools={
        <DeskTools
          said={said}
          showsKeys={showsKeys}
          onKeys={() => setShowsKeys(!showsKeys)}
          onHandOver={mayHandle ? () => setDialog('hand-over') : null}
          onHandovers={() => setDialog('handovers')}
        />
      }
      filters={<DeskFilters filter={filter} counts={desk.totals?.grades} onChange={desk.changeFilter} />}
    >
      {mayHandle && <ShiftLine />}
      {showsKeys && <KeyHelp />}
      <StaleNote query={query} />
      <div ref={page} className="desk" data-state={filter.state} data-opened={desk.alarmId !== null || isSeveral}>
        <DeskQueue desk={desk} scroller={scroller} mayTick={mayTick} />
        {isSeveral ? (
          <SeveralAlarms
            key={ticks.ticked.map(({ id }) => id).join()}
            lines={ticks.ticked}
            form={setForm}
            mayHandle={mayHandle}
            onHandled={onHandled}
            onClear={ticks.clear}
          />
        ) : desk.alarmId === null ? (
          <p className="waiting desk-nothing">{text(WORDS.choose)}</p>
        ) : (
          <OpenedAlarm
            key={desk.alarmId}
            alarmId={desk.alarmId}
            form={setForm}
            mayHandle={mayHandle}
            onOpen={desk.open}
            onHandled={onHandled}
            onNext={desk.next}
            onBack={close}
          />
        )}
      </div>
      {dialog === 'hand-over' && <HandOverDialog counts={counts} onClose={() => setDialog(null)} />}
      {dialog === 'handovers' && <HandoverList onClose={() => setDialog(null)} />}
    </ScreenFrame>
  )
}
