import { baseDataCalls } from '@tanker/contract/endpoints/base-data'
import { photoProblem } from '@tanker/contract/base-data/photo'
import { useEffect, useState } from 'react'
import { call } from '../platform/calls/call.ts'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import { text } from '../platform/language.ts'

const WORDS = {
  photo: { zh: '照片', en: 'Photo' },
  remove: { zh: '移除照片', en: 'Remove photo' },
  none: { zh: '暂无照片', en: 'No photo' },
  // spec 5.2
  advice: {
    zh: 'jpg、jpeg、gif 或 png，不超过 1 MB，建议 90 × 120 像素',
    en: 'jpg, jpeg, gif or png, at most 1 MB, 90 × 120 px recommended',
  },
} as const

type PhotoFieldProps = {
  readonly id: string
  /** Null for a driver that is not saved yet. */
  readonly driverId: number | null
  readonly onChoose: (photo: File | null) => void
}

/** The current and the new photo; an unsuitable file is refused before upload. */
export const PhotoField = ({ id, driverId, onChoose }: PhotoFieldProps) => {
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const stored = useEndpoint(baseDataCalls.driverPhoto, { id: driverId ?? 0 }, { purpose: 'poll', enabled: driverId !== null, gcTime: 0 })
  const remove = async (): Promise<void> => {
    await call(baseDataCalls.removeDriverPhoto, { id: driverId ?? 0 }, { purpose: 'action' })
    await stored.refetch()
  }
  useEffect(() => () => (chosen === null ? undefined : URL.revokeObjectURL(chosen)), [chosen])

  const choose = async (file: File | undefined): Promise<void> => {
    const wrong = file ? photoProblem(new Uint8Array(await file.arrayBuffer())) : null
    const taken = file && !wrong ? file : null
    setProblem(wrong ? text(wrong) : '')
    setChosen(taken && URL.createObjectURL(taken))
    onChoose(taken)
  }

  const shown = chosen ?? stored.data?.dataUrl ?? null
  return (
    <div className="entity-photo">
      {shown === null ? (
        <span className="entity-no-photo">{text(WORDS.none)}</span>
      ) : (
        <img src={shown} alt={text(WORDS.photo)} width={90} height={120} />
      )}
      <div className="entity-field">
        <label htmlFor={id}>{text(WORDS.photo)}</label>
        <input
          id={id}
          type="file"
          accept=".jpg,.jpeg,.gif,.png"
          aria-describedby={`${id}-error`}
          onChange={({ target }) => void choose(target.files?.[0])}
        />
        <p id={`${id}-error`} className="field-problem" role={problem === '' ? undefined : 'alert'}>
          {problem || <span className="entity-advice">{text(WORDS.advice)}</span>}
        </p>
        {stored.data?.dataUrl && chosen === null && (
          <button type="button" className="button entity-remove-photo" onClick={() => void remove().catch(() => {})}>
            {text(WORDS.remove)}
          </button>
        )}
      </div>
    </div>
  )
}
