import { TRAIL_HOURS } from '@tanker/contract/board'
import { text } from '../../platform/language.ts'
import { cssName } from '../../platform/ui/theme.ts'
import { SPEED_COLOUR, SPEED_STEPS_KMH } from '../../platform/ui/tokens.ts'

const WORDS = {
  trail: { zh: `最近 ${TRAIL_HOURS} 小时轨迹`, en: `Last ${TRAIL_HOURS} hours` },
  gap: { zh: '无数据', en: 'no data' },
} as const

/** What the colours of the trail say. */
export const SpeedLegend = () => (
  <div className="speed-legend">
    <span>{text(WORDS.trail)}</span>
    <span className="speed-steps">
      {SPEED_COLOUR.map((name, index) => (
        <span key={name}>
          <i style={{ background: `var(${cssName(name)})` }} />
          {index === 0 ? '0' : SPEED_STEPS_KMH[index - 1]}
        </span>
      ))}
      <span>km/h</span>
    </span>
    <span className="speed-gap">
      <i />
      {text(WORDS.gap)}
    </span>
  </div>
)
