import type { Text } from '../texts/text.ts'
import { THRESHOLD_UNITS, type Threshold } from './threshold.ts'

/** A value with its unit, as screens show it; of a choice its name. */
export function thresholdText({ unit, choices }: Threshold, value: number): Text {
  const choice = choices?.find((one) => one.value === value)
  if (choice) return choice.text
  const { text } = THRESHOLD_UNITS[unit]
  const joined = (words: string): string => (words === '' || words === '%' || words === '°' ? `${value}${words}` : `${value} ${words}`)
  return { zh: joined(text.zh), en: joined(text.en) }
}

/** What is wrong with a value, with the threshold's name in it; null where nothing is. */
export function thresholdProblem(threshold: Threshold, value: number): Text | null {
  const { label, min, max, step } = threshold
  const least = thresholdText(threshold, min)
  const most = thresholdText(threshold, max)
  if (!(value >= min && value <= max))
    return {
      zh: `“${label.zh}”应在 ${least.zh} 到 ${most.zh} 之间。`,
      en: `“${label.en}” must be from ${least.en} to ${most.en}.`,
    }
  const steps = (value - min) / step
  // Whole but for rounding: 0.3 is no multiple of 0.1 in binary.
  if (Math.abs(steps - Math.round(steps)) > 1e-6)
    return { zh: `“${label.zh}”应为 ${step} 的倍数。`, en: `“${label.en}” must be a multiple of ${step}.` }
  return null
}
