import type { OwnThresholds } from '@tanker/contract/thresholds'
import { THRESHOLDS } from '@tanker/domain/thresholds'
import { thresholdText } from '@tanker/domain/thresholds/check-value'
import { unknownValue } from '@tanker/domain/texts/not-named'
import { text } from '../../platform/language.ts'
import { shownTime } from '../../platform/shown-values.ts'

const WORDS = {
  title: { zh: '修改记录', en: 'Changes' },
  inherited: { zh: '继承', en: 'inherited' },
} as const

const valueText = (name: string, value: number | null): string => {
  const threshold = THRESHOLDS.get(name)
  if (value === null) return text(WORDS.inherited)
  return threshold === undefined ? String(value) : text(thresholdText(threshold, value))
}

/** The last changes of an owner: what, from when, by whom and why. */
export const ThresholdChanges = ({ changes }: Pick<OwnThresholds, 'changes'>) =>
  changes.length > 0 && (
    <details className="threshold-changes">
      <summary>
        {text(WORDS.title)} ({changes.length})
      </summary>
      <ul>
        {changes.map(({ at, by, reason, name, old, new: fresh, from }) => (
          <li key={`${at} ${name}`}>
            <b>{text(THRESHOLDS.get(name)?.label ?? unknownValue(name))}</b> {valueText(name, old)} → {valueText(name, fresh)}
            <span>
              {text({
                zh: `${by} 于 ${shownTime(at, 'minute')}，自 ${shownTime(from, 'minute')} 生效：${reason}`,
                en: `${by}, ${shownTime(at, 'minute')}, counts from ${shownTime(from, 'minute')}: ${reason}`,
              })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
