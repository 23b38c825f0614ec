import type { PlainValues } from '@tanker/contract/base-data/define-entity'
import type { Field } from '@tanker/contract/base-data/fields'
import { shapeOf, shapeValue } from '@tanker/contract/base-data/shape-field'
import type { LngLat } from '@tanker/domain/fences/fence'
import { areaM2, lengthM } from '@tanker/domain/fences/geo'
import { fenceOutline } from '@tanker/domain/fences/fence-geometry'
import { useEffect, useMemo, useRef, useState } from 'react'
import { text } from '../platform/language.ts'
import type { FenceView } from '../platform/map/fence-features.ts'
import { shownDecimal, shownWhole } from '../platform/shown-values.ts'
import {
  type Draft,
  draftOf,
  EMPTY_DRAFT,
  middles,
  radiusTo,
  shapeOfDraft,
  TOOLS,
  withInserted,
  withMoved,
  withoutPoint,
  withPoint,
  withTool,
} from './fence-draft.ts'
import { FenceMapView } from '../platform/map/fence-map-view.tsx'
import { FencePoints } from './fence-points.tsx'
import '../platform/map/fences.css'
import { useFencePlaces } from './place-field.tsx'

const WORDS = {
  tools: { zh: '绘制方式', en: 'Draw a' },
  circle: { zh: '圆形', en: 'Circle' },
  rectangle: { zh: '矩形', en: 'Rectangle' },
  polygon: { zh: '多边形', en: 'Polygon' },
  corridor: { zh: '走廊', en: 'Corridor' },
  undo: { zh: '撤销', en: 'Undo' },
  clear: { zh: '清除', en: 'Clear' },
  fit: { zh: '显示全部', en: 'Zoom to fence' },
  around: { zh: '以场所为圆心', en: 'Circle around the place' },
  area: { zh: '面积', en: 'Area' },
  length: { zh: '长度', en: 'Length' },
  waits: {
    zh: '类型、场所、限速或范围修改后须经他人审批，审批通过前原围栏继续生效。',
    en: 'Changes of type, place, speed limit or area must be approved by another user; until then the former fence stays in force.',
  },
} as const

const HINTS = {
  circle: {
    zh: '点击地图确定圆心，拖动边线上的圆点调整半径',
    en: 'Click the map to set the centre; drag the dot on the border to set the radius',
  },
  rectangle: { zh: '点击地图确定两个对角，拖动角点调整', en: 'Click two opposite corners on the map; drag the corners to change it' },
  polygon: {
    zh: '依次点击地图添加点，拖动点移动，拖动边的中点插入新点，右键点击删除',
    en: 'Click the map to add points; drag a point to move it, drag the middle of a side to insert one, right-click to remove one',
  },
  corridor: {
    zh: '沿道路依次点击地图添加点，拖动点移动，拖动中点插入新点，右键点击删除',
    en: 'Click along the road to add points; drag a point to move it, drag the middle of a section to insert one, right-click to remove one',
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

const MAX_UNDONE = 50

/** A fence drawn on the map by mouse, or by its numbers in the list beside it. */
export const FenceEditor = ({ id, field, value, values, problem, onChange }: FenceEditorProps) => {
  const [draft, setDraft] = useState<Draft>(() => draftOf(shapeOf(value)))
  const [before, setBefore] = useState<readonly Draft[]>([])
  const [fits, setFits] = useState(0)
  const emitted = useRef(value)
  const dragFrom = useRef<Draft | null>(null)
  const places = useFencePlaces()
  const place = places.find((one) => one.id === Number(values['placeId']))
  const near: LngLat | null = place ? [place.lng, place.lat] : null

  // Changes saved by another user were loaded into the form.
  useEffect(() => {
    if (value === emitted.current) return
    emitted.current = value
    setDraft(draftOf(shapeOf(value)))
    setFits((count) => count + 1)
  }, [value])

  const emit = (next: Draft): void => {
    setDraft(next)
    const shape = shapeOfDraft(next)
    emitted.current = shape ? shapeValue(shape) : ''
    onChange(emitted.current)
  }
  const change = (next: Draft): void => {
    if (next === draft) return
    setBefore((held) => [...held, draft].slice(-MAX_UNDONE))
    emit(next)
  }
  /** The steps of one drag are undone together. */
  const dragged = (next: Draft): void => {
    if (dragFrom.current === null) {
      dragFrom.current = draft
      addEventListener('pointerup', () => (dragFrom.current = null), { once: true })
      setBefore((held) => [...held, draft].slice(-MAX_UNDONE))
    }
    emit(next)
  }
  const undo = (): void => {
    const last = before.at(-1)
    if (!last) return
    setBefore(before.slice(0, -1))
    emit(last)
  }

  const shape = useMemo(() => shapeOfDraft(draft), [draft])
  const view = useMemo((): FenceView => {
    const ring = shape?.shape === 'circle' ? fenceOutline(shape) : []
    return { wanted: shape, old: null, points: draft.points, middles: middles(draft), border: ring[0] ?? null }
  }, [draft, shape])

  return (
    <div id={id} className="fence-editor" tabIndex={-1} role="group" aria-label={text(field.label)} aria-describedby={`${id}-error`}>
      <div className="fence-tools">
        <div role="radiogroup" aria-label={text(WORDS.tools)} className="fence-shapes">
          {TOOLS.map((tool) => (
            <label key={tool}>
              <input type="radio" name={`${id}-tool`} checked={draft.tool === tool} onChange={() => change(withTool(draft, tool))} />
              {text(WORDS[tool])}
            </label>
          ))}
        </div>
        {near && (
          <button
            type="button"
            className="button"
            onClick={() => {
              change({ ...EMPTY_DRAFT, radiusM: place?.kind === 'depot' ? 300 : EMPTY_DRAFT.radiusM, points: [near] })
              setFits(fits + 1)
            }}
          >
            {text(WORDS.around)}
          </button>
        )}
        <button type="button" className="button" disabled={before.length === 0} onClick={undo}>
          {text(WORDS.undo)}
        </button>
        <button type="button" className="button" disabled={draft.points.length === 0} onClick={() => change({ ...draft, points: [] })}>
          {text(WORDS.clear)}
        </button>
        <button type="button" className="button" disabled={draft.points.length === 0} onClick={() => setFits(fits + 1)}>
          {text(WORDS.fit)}
        </button>
      </div>
      <div className="fence-drawing" data-wrong={problem !== undefined}>
        <figure>
          <FenceMapView
            view={view}
            near={near}
            fits={fits}
            actions={{
              onClick: (at) => change(withPoint(draft, at)),
              onMove: (index, at) => dragged(withMoved(draft, index, at)),
              onInsert: (after, at) => change(withInserted(draft, after, at)),
              onRemove: (index) => change(withoutPoint(draft, index)),
              onBorder: (at) => dragged({ ...draft, radiusM: radiusTo(draft, at) }),
            }}
          />
          <figcaption>{text(HINTS[draft.tool])}</figcaption>
        </figure>
        <FencePoints id={id} draft={draft} onChange={change} />
      </div>
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
