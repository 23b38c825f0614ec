import type { PlainValues } from '@tanker/contract/base-data/define-entity'
import type { Field } from '@tanker/contract/base-data/fields'
import { shapeOf } from '@tanker/contract/base-data/shape-field'
import type { LngLat } from '@tanker/domain/fences/fence'
import { areaM2, lengthM } from '@tanker/domain/fences/geo'
import { useMemo } from 'react'
import { text } from '../platform/language.ts'
import { shownDecimal, shownWhole } from '../platform/shown-values.ts'
import { EMPTY_DRAFT, TOOLS } from './fence-draft.ts'
import { FenceDrawing } from './fence-drawing.tsx'
import { useFencePlaces } from './place-field.tsx'

const WORDS = {
  around: { zh: '以场所为圆心', en: 'Circle around the place' },
  area: { zh: '面积', en: 'Area' },
  length: { zh: '长度', en: 'Length' },
  waits: {
    zh: '类型、场所、限速或范围修改后须经他人审批，审批通过前原围栏继续生效。',
    en: 'Changes of type, place, speed limit or area must be approved by another user; until then the former fence stays in force.',
  },
} as const

type FenceEditorProps = {
  readonly id: string
  readonly field: Field
  readonly value: string
  /** Of the whole form: the place is looked at while nothing is drawn. */
  readonly values: PlainValues
  readonly problem: string | undefined
  readonly onChange: (value: string) => void
}

/** The area of a fence in its form. */
export const FenceEditor = ({ id, field, value, values, problem, onChange }: FenceEditorProps) => {
  const places = useFencePlaces()
  const place = places.find((one) => one.id === Number(values['placeId']))
  const near: LngLat | null = place ? [place.lng, place.lat] : null
  const shape = useMemo(() => shapeOf(value), [value])
  return (
    <div id={id} className="fence-editor" tabIndex={-1} role="group" aria-label={text(field.label)} aria-describedby={`${id}-error`}>
      <FenceDrawing
        id={id}
        value={value}
        tools={TOOLS}
        near={near}
        isWrong={problem !== undefined}
        onChange={onChange}
        buttons={(draw) =>
          near && (
            <button
              type="button"
              className="button"
              onClick={() => draw({ ...EMPTY_DRAFT, radiusM: place?.kind === 'depot' ? 300 : EMPTY_DRAFT.radiusM, points: [near] })}
            >
              {text(WORDS.around)}
            </button>
          )
        }
      />
      <p className="fence-size">
        {shape?.shape === 'corridor' && (
          <span>
            {text(WORDS.length)} {shownDecimal(lengthM(shape.points) / 1000, 2)} km
          </span>
        )}
        {shape && (
          <span>
            {text(WORDS.area)} {shownWhole(Math.round(areaM2(shape)))} m²
          </span>
        )}
        <span>{text(WORDS.waits)}</span>
      </p>
    </div>
  )
}
