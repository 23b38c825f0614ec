import Select from 'antd/es/select'
import { useId, useMemo, useSyncExternalStore } from 'react'
import { fleetStore } from '../feed/fleet-store.ts'
import { text } from '../language.ts'

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
  const fleet = useSyncExternalStore(
    (changed) => fleetStore.listen((positions) => positions === null && changed()),
    () => fleetStore.fleet,
  )
  const options = useMemo(
    () =>
      (fleet?.truckId ?? [])
        .map((value, position) => ({ value, label: fleet?.signCode[position] ?? '' }))
        .toSorted((a, b) => (a.label < b.label ? -1 : 1)),
    [fleet],
  )
  return (
    <div className="filter">
      <label htmlFor={id}>{text(WORDS.truck)}</label>
      <Select<number>
        id={id}
        className="filter-choice"
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
        {...(truckId === null ? {} : { value: truckId })}
        placeholder={text(WORDS.choose)}
        onChange={onChange}
        getPopupContainer={(field: HTMLElement) => field.closest('dialog') ?? document.getElementById('main') ?? document.body}
        loading={fleet === null}
        aria-label={text(WORDS.truck)}
      />
    </div>
  )
}
