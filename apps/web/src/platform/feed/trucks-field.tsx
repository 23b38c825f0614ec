import { useId } from 'react'
import { text } from '../language.ts'
import { ChoiceField } from '../ui/choice-field.tsx'
import { useTruckChoices } from './use-truck-choices.ts'

const WORDS = {
  trucks: { zh: '车辆', en: 'Trucks' },
  truck: { zh: '车辆', en: 'Truck' },
  chooseTrucks: { zh: '请选择车辆', en: 'Choose trucks' },
  chooseTruck: { zh: '请选择车辆', en: 'Choose a truck' },
  needsTrucks: { zh: '请选择车辆。', en: 'Please choose at least one truck.' },
  needsTruck: { zh: '请选择车辆。', en: 'Please choose a truck.' },
} as const

/** What a dialog says that needs trucks and has none; null where it has. */
export const noTrucks = (truckIds: readonly number[], single = false): string | null =>
  truckIds.length > 0 ? null : text(single ? WORDS.needsTruck : WORDS.needsTrucks)

type TrucksFieldProps = {
  readonly value: readonly number[]
  readonly onChange: (truckIds: readonly number[]) => void
  /** One truck only. */
  readonly single?: boolean
}

/** The label and the field by which a dialog asks for trucks that the user sees. */
export const TrucksField = ({ value, onChange, single = false }: TrucksFieldProps) => {
  const id = useId()
  const { choices, isThere } = useTruckChoices()
  const label = text(single ? WORDS.truck : WORDS.trucks)
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <ChoiceField<number>
        id={id}
        label={label}
        choices={choices}
        value={value}
        {...(single ? {} : { multiple: true as const, namesShown: 3 })}
        clearable
        placeholder={text(single ? WORDS.chooseTruck : WORDS.chooseTrucks)}
        loading={!isThere}
        onChange={onChange}
      />
    </>
  )
}
