import { waterAlarmFact } from '../../facts/cargo-alarm-facts.ts'
import { stored } from '../../facts/stored-properties.ts'
import { productName } from '../../products/product-name.ts'
import type { ThresholdName } from '../../thresholds.ts'
import { type Explain, sinceS } from './explained.ts'
import { heldFor, limit } from './limits.ts'
import { amount, compartmentText, maybe, sealText, sentence } from './phrases.ts'

type WaterWords = { readonly threshold: ThresholdName; readonly seen: 'waterMm' | 'riseMm' | null }
const WATER: Readonly<Record<'probe' | 'level' | 'rise', WaterWords>> = {
  probe: { threshold: 'waterS', seen: null },
  level: { threshold: 'waterMm', seen: 'waterMm' },
  rise: { threshold: 'waterRiseMm', seen: 'riseMm' },
}

/** The water may have gone down again before the alarm was written last. */
const atLeast = (seen: number | null, limitValue: number): number | 'reached' | null =>
  seen !== null && seen < limitValue ? 'reached' : seen

export const explainWater: Explain = (alarm) => {
  const said = stored(alarm.properties, waterAlarmFact)
  const reason = said.text('reason')
  const words = reason === null ? undefined : WATER[reason as keyof typeof WATER]
  const [compartment, probeType] = [said.number('compartment') ?? 0, said.number('probeType')]
  const where = compartmentText(compartment)
  return {
    seen: [
      sentence(
        reason === 'probe' && probeType !== null
          ? { zh: `${sealText(compartment, probeType).zh}探头测到水`, en: `water at the probe ${sealText(compartment, probeType).en}` }
          : { zh: `${where.zh}测到水`, en: `water in ${where.en}` },
        maybe(said.number('waterMm'), (mm) => (mm > 0 ? { zh: `水位 ${amount(mm, 'mm').zh}`, en: `level ${amount(mm, 'mm').en}` } : null)),
        maybe(said.number('riseMm'), (mm) =>
          mm > 0 ? { zh: `出发后上升 ${amount(mm, 'mm').zh}`, en: `up ${amount(mm, 'mm').en} since the departure` } : null,
        ),
        maybe(said.number('oilCode'), (code) => ({ zh: `油品 ${productName(code).zh}`, en: `product ${productName(code).en}` })),
      ),
    ],
    limits:
      words === undefined
        ? []
        : words.seen === null
          ? heldFor(alarm.thresholds, words.threshold, sinceS(alarm, alarm.startedAt))
          : limit(alarm.thresholds, words.threshold, atLeast(said.number(words.seen), alarm.thresholds[words.threshold])),
    grades: {},
  }
}
