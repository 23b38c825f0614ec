import { useEffect, useState } from 'react'
import type { LngLat } from '@tanker/domain/fences/fence'
import { text } from '../platform/language.ts'
import { type Draft, middles, withInserted, withMoved, withoutPoint, withPoint } from './fence-draft.ts'

const WORDS = {
  points: { zh: '坐标', en: 'Coordinates' },
  radius: { zh: '半径(m)', en: 'Radius (m)' },
  width: { zh: '宽度(m)', en: 'Width (m)' },
  lng: { zh: '经度', en: 'Longitude' },
  lat: { zh: '纬度', en: 'Latitude' },
  add: { zh: '添加点', en: 'Add point' },
  addHint: { zh: '新的点', en: 'New point' },
  insert: { zh: '在后面插入一点', en: 'Insert point after' },
  remove: { zh: '删除', en: 'Remove' },
  tools: { zh: '操作', en: 'Actions' },
} as const

type NumberCellProps = {
  readonly label: string
  readonly value: number | null
  readonly most: number
  readonly onChange: (value: number) => void
}

const asText = (value: number | null): string => (value === null ? '' : String(value))

/** A number that is typed: what is not one yet stays in sight and changes nothing. */
const NumberCell = ({ label, value, most, onChange }: NumberCellProps) => {
  const [typed, setTyped] = useState(asText(value))
  useEffect(() => setTyped((held) => (Number(held) === value && held !== '' ? held : asText(value))), [value])
  const isNumber = typed.trim() !== '' && Math.abs(Number(typed)) <= most
  return (
    <input
      className="field"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      aria-invalid={typed !== '' && !isNumber}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.value.trim() !== '' && Math.abs(Number(target.value)) <= most) onChange(Number(target.value))
      }}
    />
  )
}

type FencePointsProps = { readonly id: string; readonly draft: Draft; readonly onChange: (draft: Draft) => void }

/** The numbers of the border: all that the mouse does on the map, by keyboard. */
export const FencePoints = ({ id, draft, onChange }: FencePointsProps) => {
  const [fresh, setFresh] = useState<readonly [number | null, number | null]>([null, null])
  const { tool, points, radiusM, widthM } = draft
  const mayInsert = new Map(middles(draft).map(({ after, at }) => [after, at]))
  const isFull = tool === 'circle' ? points.length > 0 : tool === 'rectangle' && points.length === 4
  const [freshLng, freshLat] = fresh
  const add = (): void => {
    if (freshLng === null || freshLat === null) return
    onChange(withPoint(draft, [freshLng, freshLat]))
    setFresh([null, null])
  }
  const numbered = (index: number, word: keyof typeof WORDS): string =>
    text({ zh: `第 ${index + 1} 点${WORDS[word].zh}`, en: `Point ${index + 1}: ${WORDS[word].en.toLowerCase()}` })
  const moved = (index: number, point: LngLat): void => onChange(withMoved(draft, index, point))
  return (
    <div className="fence-points" tabIndex={-1}>
      {tool === 'circle' && (
        <label className="fence-measure">
          {text(WORDS.radius)}
          <NumberCell label={text(WORDS.radius)} value={radiusM} most={1e6} onChange={(value) => onChange({ ...draft, radiusM: value })} />
        </label>
      )}
      {tool === 'corridor' && (
        <label className="fence-measure">
          {text(WORDS.width)}
          <NumberCell label={text(WORDS.width)} value={widthM} most={1e6} onChange={(value) => onChange({ ...draft, widthM: value })} />
        </label>
      )}
      <table aria-label={text(WORDS.points)}>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{text(WORDS.lng)}</th>
            <th scope="col">{text(WORDS.lat)}</th>
            <th scope="col">
              <span className="entity-only-heard">{text(WORDS.tools)}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map(([lng, lat], index) => (
            // The number is what a point is known by, on the map too.
            <tr key={index}>
              <th scope="row">{index + 1}</th>
              <td>
                <NumberCell label={numbered(index, 'lng')} value={lng} most={180} onChange={(value) => moved(index, [value, lat])} />
              </td>
              <td>
                <NumberCell label={numbered(index, 'lat')} value={lat} most={85} onChange={(value) => moved(index, [lng, value])} />
              </td>
              <td className="fence-point-tools">
                {mayInsert.has(index) && (
                  <button
                    type="button"
                    className="cell-button"
                    aria-label={numbered(index, 'insert')}
                    title={text(WORDS.insert)}
                    onClick={() => onChange(withInserted(draft, index, mayInsert.get(index) ?? [lng, lat]))}
                  >
                    +
                  </button>
                )}
                <button
                  type="button"
                  className="cell-button"
                  aria-label={numbered(index, 'remove')}
                  title={text(WORDS.remove)}
                  onClick={() => onChange(withoutPoint(draft, index))}
                >
                  ×
                </button>
              </td>
            </tr>
          ))}
          {!isFull && (
            <tr
              onKeyDown={(event) => {
                // Enter adds the point and does not send the form.
                if (event.key !== 'Enter') return
                event.preventDefault()
                add()
              }}
            >
              <td aria-hidden="true">*</td>
              <td>
                <NumberCell
                  label={`${text(WORDS.addHint)} ${text(WORDS.lng)}`}
                  value={freshLng}
                  most={180}
                  onChange={(value) => setFresh([value, freshLat])}
                />
              </td>
              <td>
                <NumberCell
                  label={`${text(WORDS.addHint)} ${text(WORDS.lat)}`}
                  value={freshLat}
                  most={85}
                  onChange={(value) => setFresh([freshLng, value])}
                />
              </td>
              <td className="fence-point-tools">
                <button
                  type="button"
                  className="cell-button"
                  id={`${id}-add`}
                  disabled={freshLng === null || freshLat === null}
                  aria-label={text(WORDS.add)}
                  title={text(WORDS.add)}
                  onClick={add}
                >
                  +
                </button>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}
