import { ALARM_GRADES, type AlarmGrade, leastGradeText } from '@tanker/domain/alarms/alarm-grade'
import { text } from '../platform/language.ts'

type LeastGradeProps = { readonly label: string; readonly value: AlarmGrade; readonly onChange: (grade: AlarmGrade) => void }

/** From which grade on alarms count. */
export const LeastGrade = ({ label, value, onChange }: LeastGradeProps) => (
  <label className="least-grade">
    {label}
    <select
      className="field"
      value={value}
      onChange={({ target }) => onChange(ALARM_GRADES.find((grade) => grade === target.value) ?? value)}
    >
      {ALARM_GRADES.map((grade) => (
        <option key={grade} value={grade}>
          {text(leastGradeText[grade])}
        </option>
      ))}
    </select>
  </label>
)
