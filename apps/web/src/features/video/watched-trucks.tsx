import { useId } from 'react'
import { useTruckChoices } from '../../platform/feed/use-truck-choices.ts'
import { text } from '../../platform/language.ts'
import { ChoiceField } from '../../platform/ui/choice-field.tsx'
import { toast } from '../../platform/ui/toast.ts'

const WORDS = { trucks: { zh: '车辆', en: 'Trucks' } } as const

const chooseWords = (most: number): string => text({ zh: `请选择车辆（最多 ${most} 辆）`, en: `Choose trucks (up to ${most})` })
const tooManyWords = (most: number): string => text({ zh: `最多选择 ${most} 辆车。`, en: `At most ${most} trucks may be chosen.` })

type WatchedTrucksProps = {
  readonly most: number
  readonly truckIds: readonly number[]
  readonly onChange: (truckIds: readonly number[]) => void
}

/** Whose cameras are watched. */
export const WatchedTrucks = ({ most, truckIds, onChange }: WatchedTrucksProps) => {
  const id = useId()
  const { choices, isThere } = useTruckChoices()
  return (
    <div className="filter">
      <label htmlFor={id}>{text(WORDS.trucks)}</label>
      <ChoiceField<number>
        id={id}
        className="filter-choice"
        label={text(WORDS.trucks)}
        choices={choices}
        value={truckIds}
        multiple
        clearable
        namesShown={2}
        placeholder={chooseWords(most)}
        loading={!isThere}
        onChange={(chosen) => (chosen.length > most ? toast('warning', tooManyWords(most)) : onChange(chosen))}
      />
    </div>
  )
}
