import { trainingCalls } from '@tanker/contract/endpoints/training'
import type { Training } from '@tanker/contract/training'
import { useId, useMemo, useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { fleetStore } from '../../platform/feed/fleet-store.ts'
import { text } from '../../platform/language.ts'
import { ChoiceField } from '../../platform/ui/choice-field.tsx'
import { FormDialog } from '../../platform/ui/form-dialog.tsx'

const WORDS = {
  title: { zh: '事故演练', en: 'Stage an accident' },
  about: {
    zh: '由一辆车在一分钟内演练所选事故，随后页面转到该车及其报警。操作记入修改历史。',
    en: 'A truck plays the chosen accident within a minute; this page then leads to the truck and its alarms. It is logged in the change history.',
  },
  truck: { zh: '车辆', en: 'Truck' },
  anyTruck: { zh: '任一适合的车辆', en: 'Any suitable truck' },
  accident: { zh: '事故', en: 'Accident' },
  stage: { zh: '开始演练', en: 'Stage' },
} as const

type TrainingDialogProps = {
  readonly stages: Training['stages']
  readonly onStaged: (id: number) => void
  readonly onClose: () => void
}

/** Chooses an accident and, if wanted, its truck. */
export const TrainingDialog = ({ stages, onStaged, onClose }: TrainingDialogProps) => {
  const id = useId()
  const [chosen, choose] = useState(stages[0]?.name ?? '')
  const [truck, setTruck] = useState<readonly number[]>([])
  const trucks = useMemo(() => {
    const fleet = fleetStore.fleet
    return fleet ? fleet.truckId.map((value, index) => ({ value, label: fleet.signCode[index] ?? '' })) : []
  }, [])
  return (
    <FormDialog
      own
      className="training"
      title={text(WORDS.title)}
      submit={text(WORDS.stage)}
      onCancel={onClose}
      onSubmit={async () => {
        const staged = await call(trainingCalls.stage, { stage: chosen, truckId: truck[0] })
        onStaged(staged.id)
      }}
    >
      <p className="card-muted">{text(WORDS.about)}</p>
      <div className="training-truck">
        <label htmlFor={`${id}-truck`}>{text(WORDS.truck)}</label>
        <ChoiceField
          id={`${id}-truck`}
          label={text(WORDS.truck)}
          choices={trucks}
          value={truck}
          onChange={setTruck}
          clearable
          placeholder={text(WORDS.anyTruck)}
        />
      </div>
      <div role="radiogroup" aria-label={text(WORDS.accident)} className="training-stages">
        {stages.map(({ name, title, shows }, index) => (
          <label key={name}>
            <input
              type="radio"
              name={`${id}-stage`}
              checked={name === chosen}
              onChange={() => choose(name)}
              {...(index === 0 ? { 'data-first': '' } : {})}
            />
            <b>{text(title)}</b>
            <span>{text(shows)}</span>
          </label>
        ))}
      </div>
    </FormDialog>
  )
}
