import { shapeOf, shapeValue } from '@tanker/contract/base-data/shape-field'
import type { LngLat } from '@tanker/domain/fences/fence'
import { fenceOutline } from '@tanker/domain/fences/fence-geometry'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { text } from '../platform/language.ts'
import type { FenceView } from '../platform/map/fence-features.ts'
import { FenceMapView } from '../platform/map/fence-map-view.tsx'
import '../platform/map/fences.css'
import {
  type Draft,
  draftOf,
  middles,
  radiusTo,
  shapeOfDraft,
  type Tool,
  withInserted,
  withMoved,
  withoutPoint,
  withPoint,
  withTool,
} from './fence-draft.ts'
import { FencePoints } from './fence-points.tsx'

const WORDS = {
  tools: { zh: '绘制方式', en: 'Draw a' },
  circle: { zh: '圆形', en: 'Circle' },
  rectangle: { zh: '矩形', en: 'Rectangle' },
  polygon: { zh: '多边形', en: 'Polygon' },
  corridor: { zh: '走廊', en: 'Corridor' },
  undo: { zh: '撤销', en: 'Undo' },
  clear: { zh: '清除', en: 'Clear' },
  fit: { zh: '显示全部', en: 'Zoom to fence' },
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

const MAX_UNDONE = 50

/** A drawing as text, kept with the steps that led to it. A text from elsewhere is a new drawing, which is brought into sight. */
function useDrawing(value: string, onChange: (value: string) => void) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(shapeOf(value)))
  const [before, setBefore] = useState<readonly Draft[]>([])
  const [fits, setFits] = useState(0)
  const emitted = useRef(value)
  const dragFrom = useRef<Draft | null>(null)

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
  return { draft, change, dragged, undo, canUndo: before.length > 0, fits, fit: () => setFits((count) => count + 1) }
}

const NO_STOPS: NonNullable<FenceView['stops']> = []

type FenceDrawingProps = {
  readonly id: string
  /** A shape as the field of a fence holds it; empty while nothing is drawn. */
  readonly value: string
  readonly tools: readonly Tool[]
  /** Looked at while nothing is drawn. */
  readonly near: LngLat | null
  readonly isWrong: boolean
  /** Places shown on the map as well. */
  readonly stops?: FenceView['stops']
  /** Buttons before those of the drawing; `draw` begins another one. */
  readonly buttons?: (draw: (draft: Draft) => void) => ReactNode
  readonly onChange: (value: string) => void
}

/** A shape drawn on the map by mouse, or by its numbers in the list beside it. */
export const FenceDrawing = ({ id, value, tools, near, isWrong, stops = NO_STOPS, buttons, onChange }: FenceDrawingProps) => {
  const { draft, change, dragged, undo, canUndo, fits, fit } = useDrawing(value, onChange)
  const shape = useMemo(() => shapeOfDraft(draft), [draft])
  const view = useMemo((): FenceView => {
    const ring = shape?.shape === 'circle' ? fenceOutline(shape) : []
    return { wanted: shape, old: null, points: draft.points, middles: middles(draft), border: ring[0] ?? null, stops }
  }, [draft, shape, stops])
  return (
    <>
      <div className="fence-tools">
        <div role="radiogroup" aria-label={text(WORDS.tools)} className="fence-shapes">
          {tools.map((tool) => (
            <label key={tool}>
              <input type="radio" name={`${id}-tool`} checked={draft.tool === tool} onChange={() => change(withTool(draft, tool))} />
              {text(WORDS[tool])}
            </label>
          ))}
        </div>
        {buttons?.((next) => {
          change(next)
          fit()
        })}
        <button type="button" className="button" disabled={!canUndo} onClick={undo}>
          {text(WORDS.undo)}
        </button>
        <button type="button" className="button" disabled={draft.points.length === 0} onClick={() => change({ ...draft, points: [] })}>
          {text(WORDS.clear)}
        </button>
        <button type="button" className="button" disabled={draft.points.length === 0} onClick={fit}>
          {text(WORDS.fit)}
        </button>
      </div>
      <div className="fence-drawing" data-wrong={isWrong}>
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
    </>
  )
}
