import { useState } from 'react'
import { text } from '../../platform/language.ts'
import { ClapperIcon } from '../../platform/ui/icons.tsx'
import { TrainingDialog } from './training-dialog.tsx'
import { TrainingStrip } from './training-strip.tsx'
import './training.css'
import { useTraining } from './use-training.ts'

const STAGE = { zh: '事故演练', en: 'Stage an accident' } as const

/** The button that stages an accident, and what became of those staged last; nothing where none can be staged. */
export const Training = ({ onTruck }: { readonly onTruck: (truckId: number) => void }) => {
  const { stages, watched, watch, forget } = useTraining(onTruck)
  const [isChoosing, setChoosing] = useState(false)
  if (stages.length === 0) return null
  return (
    <>
      <button className="board-tool" onClick={() => setChoosing(true)} aria-label={text(STAGE)} title={text(STAGE)}>
        <ClapperIcon />
      </button>
      {isChoosing && (
        <TrainingDialog
          stages={stages}
          onStaged={(id) => {
            watch(id)
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      {watched.length > 0 && (
        <div className="training-strips">
          {watched.map(({ id, play }) => (
            <TrainingStrip key={id} stages={stages} play={play} onTruck={onTruck} onClose={() => forget(id)} />
          ))}
        </div>
      )}
    </>
  )
}
