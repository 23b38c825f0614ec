import type { ReactNode } from 'react'
import { text } from '../../platform/language.ts'
import { lengthText } from '../../platform/map/measure-features.ts'
import type { Measured } from '../../platform/map/measure-layers.ts'
import { CloseIcon, RulerIcon, WallIcon } from '../../platform/ui/icons.tsx'

const WORDS = {
  tools: { zh: '地图工具', en: 'Map tools' },
  measure: { zh: '测距', en: 'Measure a distance' },
  hint: { zh: '点击地图逐点测量，双击结束，Esc 退出', en: 'Click the map point by point; a double click ends, Esc leaves' },
  total: { zh: '总长', en: 'Total' },
  wall: { zh: '大屏模式', en: 'Wall view' },
  leaveWall: { zh: '退出大屏模式', en: 'Leave the wall view' },
} as const

const partsText = (count: number): string => text({ zh: `${count} 段`, en: count === 1 ? '1 part' : `${count} parts` })

type BoardToolsProps = {
  /** Null: nothing is measured. */
  readonly measured: Measured | null
  readonly isWall: boolean
  /** Null: the screen does not measure. */
  readonly onMeasure: (() => void) | null
  readonly onWall: () => void
  /** What else the screen does with the map. */
  readonly more?: ReactNode
  /** The same, on a wall too. */
  readonly always?: ReactNode
}

/** What is done with the map: measuring, showing it on a wall, and what only one screen does. */
export const BoardTools = ({ measured, isWall, onMeasure, onWall, more, always }: BoardToolsProps) => (
  <div className="board-tools" role="group" aria-label={text(WORDS.tools)}>
    {!isWall && onMeasure && (
      <button
        className="board-tool"
        aria-pressed={measured !== null}
        onClick={onMeasure}
        aria-label={text(WORDS.measure)}
        title={text(WORDS.measure)}
      >
        <RulerIcon />
      </button>
    )}
    <button
      className="board-tool"
      onClick={onWall}
      aria-label={text(isWall ? WORDS.leaveWall : WORDS.wall)}
      title={text(isWall ? WORDS.leaveWall : WORDS.wall)}
    >
      {isWall ? <CloseIcon /> : <WallIcon />}
    </button>
    {!isWall && more}
    {always}
    {measured && (
      <p className="board-measured" role="status">
        {measured.segments === 0 ? (
          text(WORDS.hint)
        ) : (
          <>
            {text(WORDS.total)} <b>{lengthText(measured.totalM)}</b> · {partsText(measured.segments)}
          </>
        )}
      </p>
    )}
  </div>
)
