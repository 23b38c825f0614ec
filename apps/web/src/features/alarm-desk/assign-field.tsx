import { alarmDeskCalls } from '@tanker/contract/endpoints/alarm-desk'
import { useId } from 'react'
import { call } from '../../platform/calls/call.ts'
import { readSession } from '../../platform/calls/session.ts'
import { text } from '../../platform/language.ts'
import { refreshDesk, usePeople } from './desk-queries.ts'

const WORDS = {
  owner: { zh: '负责人', en: 'Assigned to' },
  noOne: { zh: '未分配', en: 'No one' },
  choose: { zh: '转交给…', en: 'Assign to…' },
} as const

const asMe = (name: string): string => text({ zh: `${name}（我）`, en: `${name} (me)` })

/** Assigns alarms to a user, or to no one with null. A refusal is shown; then nothing has changed. */
export const assign = (alarmIds: readonly string[], userId: number | null): Promise<void> =>
  call(alarmDeskCalls.assign, { alarmIds: alarmIds.join(','), ...(userId === null ? {} : { userId }) }, { purpose: 'action' }).then(
    refreshDesk,
    () => {}, // `call` shows the reason
  )

type AssignFieldProps = {
  readonly alarmIds: readonly string[]
  /** Undefined: several alarms, which may belong to different users. */
  readonly assignee: { readonly id: number; readonly name: string } | null | undefined
}

/** Who is responsible for the alarms; a choice counts at once. */
export const AssignField = ({ alarmIds, assignee }: AssignFieldProps) => {
  const id = useId()
  const people = usePeople(true)
  const me = readSession().userInfo
  const others = people.filter((one) => one.id !== me.id)
  const isListed = assignee === undefined || assignee === null || assignee.id === me.id || others.some((one) => one.id === assignee.id)
  return (
    <div className="desk-assign">
      <label htmlFor={id}>{text(WORDS.owner)}</label>
      <select
        id={id}
        className="field"
        value={assignee === undefined ? 'several' : (assignee?.id ?? '')}
        onChange={({ target }) => void assign(alarmIds, target.value === '' ? null : Number(target.value))}
      >
        {assignee === undefined && (
          <option value="several" disabled>
            {text(WORDS.choose)}
          </option>
        )}
        <option value="">{text(WORDS.noOne)}</option>
        <option value={me.id}>{asMe(me.name)}</option>
        {!isListed && <option value={assignee.id}>{assignee.name}</option>}
        {others.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </div>
  )
}
