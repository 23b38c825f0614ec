import { fenceCalls } from '@tanker/contract/endpoints/fences'
import type { FencePlaces } from '@tanker/contract/fence-approvals'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import { text } from '../platform/language.ts'
import { ChoiceField } from '../platform/ui/choice-field.tsx'

const NONE = { zh: '无', en: 'None' } as const
const CHOOSE = { zh: '请选择场所', en: 'Choose a place' } as const

const NO_PLACES: FencePlaces = []

/** The places of the user's organisations. */
export const useFencePlaces = (): FencePlaces =>
  useEndpoint(fenceCalls.places, null, { purpose: 'silent', staleTime: 10_000 }).data ?? NO_PLACES

type PlaceFieldProps = {
  readonly id: string
  readonly label: string
  readonly value: number | null
  /** Of which places one is chosen; null: of none. */
  readonly kind: string | null
  readonly problem: string | undefined
  readonly onChange: (value: number | null) => void
}

/** One of the places of a kind. */
export const PlaceField = ({ id, label, value, kind, problem, onChange }: PlaceFieldProps) => {
  const places = useFencePlaces()
  const choices = useMemo(
    () => places.filter((place) => place.kind === kind).map((place) => ({ value: place.id, label: place.name })),
    [places, kind],
  )
  // Another type was chosen since: its places are others.
  const isOther = value !== null && (kind === null || places.some((place) => place.id === value && place.kind !== kind))
  const clear = useEffectEvent(() => onChange(null))
  useEffect(() => {
    if (isOther) clear()
  }, [isOther])
  return (
    <ChoiceField<number>
      id={id}
      label={label}
      choices={choices}
      value={value === null ? [] : [value]}
      onChange={([chosen]) => onChange(chosen ?? null)}
      clearable
      disabled={kind === null}
      placeholder={text(kind === null ? NONE : CHOOSE)}
      invalid={problem !== undefined}
      describedBy={`${id}-error`}
    />
  )
}
