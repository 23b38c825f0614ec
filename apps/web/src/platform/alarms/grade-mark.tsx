import { type AlarmGrade, alarmGradeText } from '@tanker/domain/alarms/alarm-grade'
import type { Text } from '@tanker/domain/texts/text'
import { text } from '../language.ts'
import './grade-mark.css'

const LETTERS: Readonly<Record<AlarmGrade, Text>> = {
  yellow: { zh: '黄', en: 'Y' },
  red: { zh: '红', en: 'R' },
  black: { zh: '黑', en: 'B' },
}

/** The grade of an alarm as a colour with a letter; a red one is round. */
export const GradeMark = ({ grade }: { grade: AlarmGrade }) => (
  <span className="grade-mark" data-grade={grade} role="img" aria-label={text(alarmGradeText[grade])} title={text(alarmGradeText[grade])}>
    <span aria-hidden="true">{text(LETTERS[grade])}</span>
  </span>
)
