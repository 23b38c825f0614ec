import { abnormalLoadingFact, highLossFact, privateDischargeFact, unloadingUnfinishedFact } from '../../facts/cargo-alarm-facts.ts'
import { boxDoorFact, sealBreakFact, unsealingFact } from '../../facts/seal-facts.ts'
import { stored } from '../../facts/stored-properties.ts'
import type { LOSS_JUDGEMENTS } from '../../loss/uncertainty.ts'
import { productName } from '../../products/product-name.ts'
import type { Text } from '../../texts/text.ts'
import { ALARM } from '../alarm-code.ts'
import type { ExplainedAlarm } from './explained.ts'
import { compartmentText, litres, maybe, sentence, sentences, wordOf } from './phrases.ts'

/** The properties of an alarm that is one happening: seals that were opened, litres that left. */
export const happeningOf = ({ properties }: Pick<ExplainedAlarm, 'properties'>) =>
  stored(properties, unsealingFact, boxDoorFact, sealBreakFact, highLossFact, privateDischargeFact)
type Happening = ReturnType<typeof happeningOf>

/** What is certain in view of the error of measurement. */
const JUDGEMENTS: Readonly<Record<Extract<(typeof LOSS_JUDGEMENTS)[number], 'loss' | 'gain'>, Text>> = {
  loss: { zh: '超出计量误差，确为减少', en: 'more than the error of measurement' },
  gain: { zh: '超出计量误差，为增加', en: 'a gain beyond the error of measurement' },
}
const UNCERTAIN: Text = { zh: '在计量误差以内，不能断定', en: 'within the error of measurement' }

/** Litres at 20 °C that left; null where the alarm says nothing of litres. */
export function lostLitres(said: Happening): number | null {
  const total = said.number('loss') ?? said.number('lossV20L')
  if (total !== null) return total
  const lines = said.rows('compartments').flatMap((line) => line.number('lossV20L') ?? [])
  return lines.length === 0 ? null : lines.reduce((sum, lossL) => sum + lossL, 0)
}

/**
 * What left and from where, a sentence each; none where nothing was seen to leave.
 * @param isTotalKnown an earlier sentence says how much left in all
 */
export function lostFrom(said: Happening, isTotalKnown = false): Text[] {
  const lost = lostLitres(said)
  if (lost === null || lost <= 0) return []
  const lines = said.rows('compartments').flatMap((line) => {
    const [compartment, before, after, oilCode] = [
      line.number('compartment'),
      line.number('volumeBeforeL'),
      line.number('volumeAfterL'),
      line.number('oilCode'),
    ]
    if (compartment === null || before === null) return []
    const name = compartmentText(compartment)
    const product = oilCode === null ? { zh: '', en: '' } : productName(oilCode)
    return [
      sentence(
        {
          zh: `${name.zh}${product.zh} ${litres(before).zh}`,
          en: `${name.en}${product.en === '' ? '' : ` (${product.en})`} held ${litres(before).en}`,
        },
        maybe(after, (now) => ({ zh: `之后 ${litres(now).zh}`, en: `then ${litres(now).en}` })),
        maybe(line.number('movedL'), (moved) =>
          moved > 0 ? { zh: `其中 ${litres(moved).zh}转入其他仓`, en: `${litres(moved).en} of it went into another compartment` } : null,
        ),
      ),
    ]
  })
  return [
    ...sentences(
      isTotalKnown ? null : { zh: `油量减少 ${litres(lost).zh}（20 ℃）`, en: `${litres(lost).en} left (at 20 °C)` },
      maybe(said.number('uncertaintyL'), (sigma) => ({ zh: `计量误差 ±${litres(sigma).zh}`, en: `measured to ±${litres(sigma).en}` })),
      maybe(said.text('judge'), (judge) => wordOf(JUDGEMENTS, judge) ?? UNCERTAIN),
    ),
    ...lines,
  ]
}

/** Why it is black when a seal was opened and litres left; null when that is not the reason. */
export function blackByLoss({ thresholds }: ExplainedAlarm, said: Happening): Text | null {
  const lost = lostLitres(said)
  const { blackLossL } = thresholds
  if (lost === null || lost < blackLossL || said.rows('openings').length === 0) return null
  return {
    zh: `打开铅封且油量减少 ${litres(lost).zh}，达到 ${litres(blackLossL).zh}，升级为黑色。`,
    en: `Black: a seal was opened and ${litres(lost).en} left, ${litres(blackLossL).en} or more.`,
  }
}

/** Litres that the alarm says left (negative) or came; null where it says nothing of litres. */
export function litresChange(alarm: Pick<ExplainedAlarm, 'type' | 'properties'>): number | null {
  if (alarm.type === ALARM.abnormalLoading) return stored(alarm.properties, abnormalLoadingFact).number('roseL')
  const lost = lostLitres(happeningOf(alarm))
  return lost === null ? null : -lost || 0
}

/** What each compartment held before litres left or came, where the alarm says so: litres by compartment. */
export function litresBefore({ properties }: Pick<ExplainedAlarm, 'properties'>): ReadonlyMap<number, number> {
  const before = new Map<number, number>()
  const keep = (compartment: number | null, volumeL: number | null): void => {
    if (compartment !== null && volumeL !== null) before.set(compartment, volumeL)
  }
  const one = stored(properties, unsealingFact)
  keep(one.number('compartment'), one.number('volumeBeforeL'))
  const ends = stored(properties, privateDischargeFact, abnormalLoadingFact)
  keep(ends.number('compartment'), ends.number('startVolumeL'))
  for (const row of stored(properties, unloadingUnfinishedFact).rows('litres')) keep(row.number('compartment'), row.number('volumeL'))
  for (const row of happeningOf({ properties }).rows('compartments')) keep(row.number('compartment'), row.number('volumeBeforeL'))
  return before
}
