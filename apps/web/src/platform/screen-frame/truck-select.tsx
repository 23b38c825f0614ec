import { useId } from 'react'
import { text } from '../language.ts'
import { useTruckChoices } from '../feed/use-truck-choices.ts'
import { ChoiceField } from '../ui/choice-field.tsx'

const WORDS = {
  truck: { zh: '车牌号', en: 'Plate' },
  choose: { zh: '请选择车辆', en: 'Choose a truck' },
} as const

type TruckSelectProps = {
  readonly truckId: number | null
  readonly onChange: (truckId: number) => void
}

/** Exactly one truck of the user's, found by its plate. */
export const TruckSelect = ({ truckId, onChange }: TruckSelectProps) => {
  const id = useId()
  const { choices, isThere } = useTruckChoices()
  return (
    <div className="filter">
      <label htmlFor={id}>{text(WORDS.truck)}</label>
      <ChoiceField<number>
        id={id}
        className="filter-choice"
        label={text(WORDS.truck)}
        choices={choices}
        value={truckId === null ? [] : [truckId]}
        placeholder={text(WORDS.choose)}
        onChange={([chosen]) => chosen !== undefined && onChange(chosen)}
        loading={!isThere}
      />
    </div>
  )
}
