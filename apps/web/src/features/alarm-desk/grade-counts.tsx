import type { GradeCounts as Counts } from '@tanker/contract/alarm-desk'
import type { AlarmGrade } from '@tanker/domain/alarms/alarm-grade'
import { GradeMark } from '../../platform/alarms/grade-mark.tsx'
import { text } from '../../platform/language.ts'
import { shownWhole } from '../../platform/shown-values.ts'

const WORDS = { grades: { zh: '按等级筛选（事件数）', en: 'Filter by grade (events)' } } as const
const GRAVEST_FIRST = ['black', 'red', 'yellow'] as const

type GradeCountsProps = {
  /** Lines of each grade under the other filters; undefined before they were read. */
  readonly counts: Counts | undefined
  readonly chosen: readonly AlarmGrade[]
  readonly onChange: (grades: readonly AlarmGrade[]) => void
}

/** How many lines of each grade there are; a press shows those alone, another all again. */
export const GradeCounts = ({ counts, chosen, onChange }: GradeCountsProps) => (
  <div className="desk-grades" role="group" aria-label={text(WORDS.grades)} title={text(WORDS.grades)}>
    {GRAVEST_FIRST.map((grade) => {
      const isChosen = chosen.includes(grade)
      return (
        <button
          key={grade}
          type="button"
          className="desk-grade"
          aria-pressed={isChosen}
          onClick={() => onChange(isChosen ? chosen.filter((one) => one !== grade) : [...chosen, grade])}
        >
          <GradeMark grade={grade} />
          {counts && <b>{shownWhole(counts[grade])}</b>}
        </button>
      )
    })}
  </div>
)
