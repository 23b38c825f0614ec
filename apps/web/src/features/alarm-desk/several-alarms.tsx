import type { DeskLine } from '@tanker/contract/alarm-desk'
import type { Ref } from 'react'
import { alarmName } from '../../platform/alarms/alarm-name.ts'
import { GradeMark } from '../../platform/alarms/grade-mark.tsx'
import { text } from '../../platform/language.ts'
import { AssignField } from './assign-field.tsx'
import { HandleForm, type HandlingKeys } from './handle-form.tsx'

const WORDS = {
  clear: { zh: '取消选择', en: 'Clear selection' },
  body: { zh: '已选报警', en: 'Selected alarms' },
} as const

const title = (lines: number, alarms: number): string =>
  text({ zh: `已选 ${lines} 行，共 ${alarms} 条报警`, en: `${lines} lines selected, ${alarms} alarms` })

type SeveralAlarmsProps = {
  readonly lines: readonly DeskLine[]
  readonly form: Ref<HandlingKeys>
  readonly mayHandle: boolean
  readonly onHandled: (alarmIds: readonly string[], plate: string) => void
  readonly onClear: () => void
}

/** The ticked lines, handled or assigned at once. */
export const SeveralAlarms = ({ lines, form, mayHandle, onHandled, onClear }: SeveralAlarmsProps) => {
  const alarmIds = lines.flatMap((line) => line.alarmIds)
  return (
    <div className="desk-opened">
      <header className="desk-head">
        <h2>{title(lines.length, alarmIds.length)}</h2>
        <button type="button" className="button" onClick={onClear}>
          {text(WORDS.clear)}
        </button>
      </header>
      <div className="desk-body" tabIndex={0} role="region" aria-label={text(WORDS.body)}>
        <ul className="desk-ticked">
          {lines.map((line) => (
            <li key={line.id}>
              <GradeMark grade={line.grade} />
              <b>{line.plate}</b>
              <span>{alarmName(line.type)}</span>
              <span className="desk-muted">{line.place}</span>
            </li>
          ))}
        </ul>
      </div>
      {mayHandle && (
        <HandleForm
          form={form}
          alarmIds={alarmIds}
          draftOf={null}
          onHandled={() => onHandled(alarmIds, lines.map(({ plate }) => plate).join(' '))}
        >
          <AssignField alarmIds={alarmIds} assignee={undefined} />
        </HandleForm>
      )}
    </div>
  )
}
