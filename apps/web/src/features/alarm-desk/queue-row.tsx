import type { DeskLine } from '@tanker/contract/alarm-desk'
import { memo, type MouseEvent } from 'react'
import { alarmName } from '../../platform/alarms/alarm-name.ts'
import { GradeMark } from '../../platform/alarms/grade-mark.tsx'
import { text } from '../../platform/language.ts'
import { shownSigned, shownTime, shownWhole } from '../../platform/shown-values.ts'

const WORDS = {
  tick: { zh: '选择', en: 'Select' },
  noOne: { zh: '未分配', en: 'Not assigned' },
} as const

const more = (others: number): string => text({ zh: `同一事件还有 ${others} 条报警`, en: `${others} more alarms of the same event` })
const assigned = (name: string): string => text({ zh: `负责人：${name}`, en: `Assigned to ${name}` })

/** Two letters or characters of a name: a Chinese given name, or the first letters of two words. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  if (words.length > 1) return `${words[0]?.[0] ?? ''}${words.at(-1)?.[0] ?? ''}`.toUpperCase()
  const letters = [...(words[0] ?? '')]
  return /\p{Script=Han}/u.test(name) ? letters.slice(-2).join('') : letters.slice(0, 2).join('').toUpperCase()
}

type QueueRowProps = {
  readonly line: DeskLine
  readonly id: string
  readonly index: number
  readonly age: string
  readonly active: boolean
  readonly opened: boolean
  readonly ticked: boolean
  readonly fresh: boolean
  readonly onClick: (line: DeskLine, event: MouseEvent) => void
  readonly onTick: (line: DeskLine, range: boolean) => void
}

/** One happening on two lines. The queue has the focus and takes the keys; aria-activedescendant names the row. */
export const QueueRow = memo((props: QueueRowProps) => {
  const { line, id, index, age, active, opened, ticked, fresh, onClick, onTick } = props
  const others = line.alarmIds.length - 1
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid has the focus and takes the keys
    <div
      id={id}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={ticked}
      aria-current={opened ? 'true' : undefined}
      className="desk-row"
      data-active={active}
      data-fresh={fresh}
      onClick={(event) => onClick(line, event)}
    >
      <span role="gridcell" className="desk-tick">
        <input
          type="checkbox"
          tabIndex={-1}
          checked={ticked}
          aria-label={`${text(WORDS.tick)} ${line.plate}`}
          onClick={(event) => {
            event.stopPropagation()
            onTick(line, event.shiftKey)
          }}
          onChange={() => {}}
        />
      </span>
      <span role="gridcell" className="desk-mark">
        <GradeMark grade={line.grade} />
      </span>
      <span role="gridcell" className="desk-what">
        <b>{line.plate}</b>
        <span className="desk-name">{alarmName(line.type)}</span>
        {others > 0 && (
          <span className="desk-more" title={more(others)}>
            +{others}
          </span>
        )}
      </span>
      <span role="gridcell" className="desk-summary" title={line.summary}>
        {line.summary}
      </span>
      <span role="gridcell" className="desk-place" title={line.place}>
        {line.place}
      </span>
      <span role="gridcell" className="desk-driver">
        {line.driver && (
          <>
            <span className="desk-driver-name">{line.driver.name}</span>{' '}
            {line.driver.phone !== '' && (
              <a className="link" href={`tel:${line.driver.phone}`} tabIndex={-1} onClick={(event) => event.stopPropagation()}>
                {line.driver.phone}
              </a>
            )}
          </>
        )}
      </span>
      <span role="gridcell" className="desk-litres">
        {line.litresNow === null ? '' : `${shownWhole(line.litresNow)} L`}
      </span>
      <span role="gridcell" className="desk-change">
        {line.litresChange === null || Math.round(line.litresChange) === 0 ? '' : `${shownSigned(line.litresChange, 0)} L`}
      </span>
      <span role="gridcell" className="desk-age">
        <time dateTime={line.insertedAt} title={shownTime(line.startedAt)}>
          {age}
        </time>
      </span>
      <span role="gridcell" className="desk-owner" title={line.assignee ? assigned(line.assignee.name) : text(WORDS.noOne)}>
        {line.assignee ? <i>{initialsOf(line.assignee.name)}</i> : null}
      </span>
    </div>
  )
})
