import { ALARM_FAMILIES, alarmFamilyText } from '@tanker/domain/alarms/alarm-family'
import type { GradeCounts as Counts } from '@tanker/contract/alarm-desk'
import type { AlarmFamily } from '@tanker/domain/alarms/alarm-type'
import { useEffect, useId, useState } from 'react'
import { text } from '../../platform/language.ts'
import { ChoiceField } from '../../platform/ui/choice-field.tsx'
import { OrganisationTree } from '../../report/organisation-tree.tsx'
import type { DeskFilter } from './desk-address.ts'
import { GradeCounts } from './grade-counts.tsx'

const WORDS = {
  state: { zh: '处理状态', en: 'State' },
  waiting: { zh: '待处理', en: 'Waiting' },
  handled: { zh: '已处理', en: 'Handled' },
  organisation: { zh: '组织', en: 'Organisation' },
  family: { zh: '类别', en: 'Family' },
  allFamilies: { zh: '全部', en: 'All' },
  owner: { zh: '负责人', en: 'Assigned to' },
  all: { zh: '不限负责人', en: 'All owners' },
  mine: { zh: '我负责的', en: 'Mine' },
  unassigned: { zh: '未分配', en: 'Unassigned' },
  plate: { zh: '车牌号', en: 'Plate' },
} as const

/** What is typed is looked for when typing rests. */
const typedMs = 300

const PlateField = ({ plate, onChange }: { plate: string; onChange: (plate: string) => void }) => {
  const [typed, setTyped] = useState(plate)
  useEffect(() => setTyped(plate), [plate])
  useEffect(() => {
    if (typed.trim() === plate) return
    const timer = setTimeout(() => onChange(typed.trim()), typedMs)
    return () => clearTimeout(timer)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only what is typed begins the wait
  }, [typed])
  return (
    <div className="filter">
      <input
        type="search"
        className="field desk-plate-field"
        autoComplete="off"
        maxLength={20}
        aria-label={text(WORDS.plate)}
        placeholder={text(WORDS.plate)}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  )
}

type DeskFiltersProps = {
  readonly filter: DeskFilter
  readonly counts: Counts | undefined
  readonly onChange: (filter: DeskFilter) => void
}

/** One line of filters; each counts at once. */
export const DeskFilters = ({ filter, counts, onChange }: DeskFiltersProps) => {
  const id = useId()
  return (
    <>
      <div className="switch" role="group" aria-label={text(WORDS.state)}>
        {(['waiting', 'handled'] as const).map((state) => (
          <button key={state} type="button" aria-pressed={filter.state === state} onClick={() => onChange({ ...filter, state })}>
            {text(WORDS[state])}
          </button>
        ))}
      </div>
      <GradeCounts counts={counts} chosen={filter.grades} onChange={(grades) => onChange({ ...filter, grades })} />
      <div className="filter">
        <label htmlFor={`${id}-organisation`}>{text(WORDS.organisation)}</label>
        <OrganisationTree
          id={`${id}-organisation`}
          className="desk-organisation"
          label={text(WORDS.organisation)}
          multiple
          value={filter.organisationIds}
          onChange={(organisationIds) => onChange({ ...filter, organisationIds })}
        />
      </div>
      <div className="filter">
        <label htmlFor={`${id}-family`}>{text(WORDS.family)}</label>
        <ChoiceField<AlarmFamily>
          id={`${id}-family`}
          className="desk-family"
          label={text(WORDS.family)}
          multiple
          clearable
          placeholder={text(WORDS.allFamilies)}
          choices={ALARM_FAMILIES.map((value) => ({ value, label: text(alarmFamilyText[value]) }))}
          value={filter.families}
          onChange={(families) => onChange({ ...filter, families })}
        />
      </div>
      <div className="filter">
        <select
          className="field"
          aria-label={text(WORDS.owner)}
          value={filter.owner}
          onChange={({ target }) => onChange({ ...filter, owner: target.value as DeskFilter['owner'] })}
        >
          {(['all', 'mine', 'unassigned'] as const).map((owner) => (
            <option key={owner} value={owner}>
              {text(WORDS[owner])}
            </option>
          ))}
        </select>
      </div>
      <PlateField plate={filter.plate} onChange={(plate) => onChange({ ...filter, plate })} />
    </>
  )
}
