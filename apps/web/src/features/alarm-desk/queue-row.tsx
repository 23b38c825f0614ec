import { handleResultText } from '@tanker/domain/alarms/handling'
import type { DeskLine } from '@tanker/contract/alarm-desk'
import { memo, type MouseEvent } from 'react'
import { alarmName } from '../../platform/alarms/alarm-name.ts'
import { GradeMark } from '../../platform/alarms/grade-mark.tsx'
import { text } from '../../platform/language.ts'
import { shownSigned, shownTime, shownWhole } from '../../platform/shown-values.ts'
import { lateText } from './age-text.ts'

const WORDS = {
  tick: { zh: '选择', en: 'Select' },
  draft: { zh: '草稿', en: 'Draft' },
  draftWhy: { zh: '有未提交的处理内容', en: 'Handling started, not submitted' },
  noOne: { zh: '未分配', en: 'Not assigned' },
} as const

const more = (others: number): string => text({ zh: `同一事件还有 ${others} 条报警`, en: `${others} more alarms of the same event` })
const assigned = (name: string): string => text({ zh: `负责人：${name}`, en: `Assigned to ${name}` })

export const knownAt = (at: string): string => text({ zh: `平台收到时间：${at}`, en: `Known to the platform at ${at}` })

/** Surnames of two characters that are common enough to meet. */
const LONG_SURNAMES = new Set('欧阳 司马 上官 诸葛 夏侯 皇甫 尉迟 慕容 令狐 东方 公孙 司徒 端木 百里 南宫 独孤 宇文 长孙'.split(' '))

/** A short sign for a user: a Chinese given name, the first letters of two words, or the first letter of one with its number. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/[\s._-]+/)
  if (/\p{Script=Han}/u.test(name)) {
    const letters = [...(words[0] ?? '')]
    if (letters.length > 4) return letters.slice(0, 2).join('')
    const surname = letters.length > 2 && LONG_SURNAMES.has(letters.slice(0, 2).join('')) ? 2 : 1
    return letters.length <= 2 ? letters.join('') : letters.slice(surname).slice(-2).join('')
  }
  if (words.length > 1) return `${words[0]?.[0] ?? ''}${words.at(-1)?.[0] ?? ''}`.toUpperCase()
  const [, letter = '', digits = ''] = /^(\S)\D*(\d{0,2})/.exec(words[0] ?? '') ?? []
  return `${letter.toUpperCase()}${digits}`
}

const handledWords = (who: string, at: string, result: string): string =>
  text({ zh: `${who} ${at} 处理：${result}`, en: `${who}, ${at}: ${result}` })

/** What the age counts from, and by what the queue is sorted: when it began, or when it was handled. */
export const ageFrom = ({ handledAt, startedAt }: DeskLine): string => handledAt ?? startedAt

type QueueRowProps = {
  readonly line: DeskLine
  readonly id: string
  readonly index: number
  readonly age: string
  readonly active: boolean
  readonly opened: boolean
  readonly ticked: boolean
  readonly fresh: boolean
  /** Its handling was started. */
  readonly hasDraft: boolean
  /** Lines can be chosen for handling. */
  readonly mayTick: boolean
  readonly onClick: (line: DeskLine, event: MouseEvent) => void
  readonly onTick: (line: DeskLine, range: boolean) => void
}

/** One happening on two lines. The queue has the focus and takes the keys; aria-activedescendant names the row. */
export const QueueRow = memo((props: QueueRowProps) => {
  const { line, id, index, age, active, opened, ticked, fresh, hasDraft, mayTick, onClick, onTick } = props
  const others = line.alarmIds.length - 1
  const summary =
    line.handledAt === null
      ? line.summary
      : handledWords(line.handler ?? '', shownTime(line.handledAt, 'no-year'), text(handleResultText(line.handleResult ?? '')))
  const late = lateText(Date.parse(line.startedAt), Date.parse(line.insertedAt))
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
        {mayTick && (
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
        )}
      </span>
      <span role="gridcell" className="desk-mark">
        <GradeMark grade={line.grade} />
      </span>
      <span role="gridcell" className="desk-what">
        <b>{line.plate}</b>
        <span className="desk-name" title={alarmName(line.type)}>
          {alarmName(line.type)}
        </span>
        {others > 0 && (
          <span className="desk-more" title={more(others)}>
            +{others}
          </span>
        )}
        {hasDraft && (
          <span className="desk-more desk-draft" title={text(WORDS.draftWhy)}>
            {text(WORDS.draft)}
          </span>
        )}
      </span>
      <span role="gridcell" className="desk-summary">
        {late && (
          <span className="desk-more desk-late" title={knownAt(shownTime(line.insertedAt))}>
            {text(late)}
          </span>
        )}
        <span className="desk-seen-short" title={summary}>
          {summary}
        </span>
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
        <time dateTime={ageFrom(line)} title={shownTime(ageFrom(line))}>
          {age}
        </time>
      </span>
      <span role="gridcell" className="desk-owner" title={line.assignee ? assigned(line.assignee.name) : text(WORDS.noOne)}>
        {line.assignee ? <i>{initialsOf(line.assignee.name)}</i> : null}
      </span>
    </div>
  )
})
