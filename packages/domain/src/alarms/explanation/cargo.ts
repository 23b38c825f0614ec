import {
  abnormalLoadingFact,
  emptiedFact,
  emptyingExceptionFact,
  emptyingUnfinishedFact,
  type EmptyingBreach,
  highLossFact,
  type LoadingKind,
  privateDischargeFact,
  unloadingUnfinishedFact,
  type YardReason,
} from '../../facts/cargo-alarm-facts.ts'
import { stored, type StoredProperties } from '../../facts/stored-properties.ts'
import { productGroup } from '../../products/product.ts'
import { productName } from '../../products/product-name.ts'
import type { Text } from '../../texts/text.ts'
import type { ThresholdName, Thresholds } from '../../thresholds.ts'
import { ALARM } from '../alarm-code.ts'
import type { Explain, ExplainedAlarm, Findings } from './explained.ts'
import { type Limit, limit } from './limits.ts'
import { blackByLoss, happeningOf, lostFrom, lostLitres } from './lost-litres.ts'
import {
  amount,
  compartmentText,
  lasting,
  listed,
  litres,
  maybe,
  moment,
  type Phrase,
  rounded,
  sentence,
  sentences,
  wordOf,
} from './phrases.ts'

const between = (alarm: ExplainedAlarm, from: number | null, to: number | null): Phrase =>
  from === null || to === null
    ? null
    : {
        zh: `${moment(from, alarm.zone).zh} 至 ${moment(to, alarm.zone).zh}`,
        en: `between ${moment(from, alarm.zone).en} and ${moment(to, alarm.zone).en}`,
      }

const some: Text = { zh: '油量', en: 'product' }

/** "2仓" where it is known. */
const inCompartment = (compartment: number | null): Text => (compartment === null ? some : compartmentText(compartment))

const blackReason = (alarm: ExplainedAlarm): Findings['grades'] => {
  const black = blackByLoss(alarm, happeningOf(alarm))
  return black === null ? {} : { black }
}

/** A raw pair of coordinates: outside every fence detection knows no name. */
const named = (area: string | null): string | null => (area === null || area === '' || /^-?\d+\.\d+,-?\d+\.\d+$/.test(area) ? null : area)

function rateLimit(thresholds: Thresholds, oilCode: number | null, rate: number | null, value: number | null): Limit[] {
  if (oilCode === null || rate === null) return []
  const name: ThresholdName = productGroup(oilCode) === 'gasoline' ? 'highLossGasolinePermille' : 'highLossDieselPermille'
  return limit(thresholds, name, rate, value)
}

export const explainHighLoss: Explain = (alarm) => {
  const { thresholds } = alarm
  const said = stored(alarm.properties, highLossFact)
  const happening = happeningOf(alarm)
  const lost = lostLitres(happening)
  const compartment = said.number('compartment')
  const amountLost = lost === null ? { zh: '', en: '' } : { zh: ` ${litres(lost).zh}`, en: ` of ${litres(lost).en}` }
  const [from, to] = [named(said.text('startArea')), named(said.text('endArea'))]
  const first: Text =
    compartment === null
      ? { zh: `途中损耗${amountLost.zh}`, en: `loss${amountLost.en} on the way` }
      : {
          zh: `停车期间${inCompartment(compartment).zh}油量减少${amountLost.zh}`,
          en: `loss${amountLost.en} from ${inCompartment(compartment).en} at a stop`,
        }
  return {
    seen: [
      sentence(
        first,
        from === null || to === null ? null : { zh: `从${from}到${to}`, en: `from ${from} to ${to}` },
        maybe(said.number('lossRate'), (rate) => ({ zh: `损耗率 ${rounded(rate)}‰`, en: `a rate of ${rounded(rate)}‰` })),
      ),
      ...sentences(between(alarm, said.number('startTime') ?? said.number('fromAt'), said.number('endTime') ?? alarm.endedAt)),
      ...(said.text('reason') === 'gauge-jump'
        ? [
            {
              zh: '液位仪一次跳变后油量没有恢复，可能是液位仪故障。',
              en: 'The litres vanished in one jump of the gauge and did not come back; it may be the gauge.',
            },
          ]
        : []),
      ...lostFrom(happening, true),
    ],
    limits: [
      ...limit(thresholds, compartment === null ? 'highLossL' : 'highLossStopL', lost),
      ...rateLimit(
        thresholds,
        said.rows('compartments')[0]?.number('oilCode') ?? null,
        said.number('lossRate'),
        said.number('highLossRateThreshold'),
      ),
    ],
    grades: {
      red: {
        zh: '前后液面均已静置，减少的油量可以确定，定为红色。',
        en: 'The surface was calm before and after, so the loss is certain: red.',
      },
      yellow: {
        zh: '部分液面未静置，减少的油量不能完全确定，定为黄色。',
        en: 'Not every surface was calm, so the loss is not certain: yellow.',
      },
      ...blackReason(alarm),
    },
  }
}

const YARDS: Readonly<Record<YardReason, Text>> = {
  'depot-yard': { zh: '在油库内减少，不属于返库卸油', en: 'it left in the depot and was no return' },
  'other-stop': {
    zh: '在油站内减少，配送单上该仓属于其他站点',
    en: 'it left in a station though the slip names the compartment for another stop',
  },
}

export const explainPrivateDischarge: Explain = (alarm) => {
  const { thresholds } = alarm
  const said = stored(alarm.properties, privateDischargeFact)
  const happening = happeningOf(alarm)
  const lost = lostLitres(happening)
  const compartment = inCompartment(said.number('compartment'))
  const reason = said.text('reason')
  const [levelBefore, levelAfter] = [said.number('startLevelMm'), said.number('endLevelMm')]
  const [before, after] = [said.number('startVolumeL'), said.number('endVolumeL')]
  return {
    seen: [
      sentence(
        lost === null
          ? { zh: `停车期间${compartment.zh}油量减少`, en: `${compartment.en} lost litres at a stop` }
          : { zh: `停车期间${compartment.zh}油量减少 ${litres(lost).zh}`, en: `${compartment.en} lost ${litres(lost).en} at a stop` },
        wordOf(YARDS, reason) ?? { zh: '不在库站作业', en: 'outside work at depots and stations' },
      ),
      ...sentences(
        before === null || after === null
          ? null
          : { zh: `油量 ${litres(before).zh} → ${litres(after).zh}`, en: `litres ${rounded(before, 1)} → ${litres(after).en}` },
        levelBefore === null || levelAfter === null
          ? null
          : {
              zh: `液位 ${rounded(levelBefore, 1)} → ${amount(levelAfter, 'mm', 1).zh}`,
              en: `level ${rounded(levelBefore, 1)} → ${amount(levelAfter, 'mm', 1).en}`,
            },
        between(alarm, said.number('fromAt'), alarm.endedAt ?? alarm.startedAt),
      ),
      ...lostFrom(happening, true),
    ],
    limits: limit(thresholds, reason === null ? 'dischargeL' : 'yardFallL', lost),
    grades: {
      red: { zh: '油量在计划卸油以外减少，定为红色。', en: 'It is red because litres left outside a planned unloading.' },
      ...blackReason(alarm),
    },
  }
}

type Loading = StoredProperties<typeof abnormalLoadingFact>
/** What each kind says, the threshold it was compared with, and what was seen of it. */
type LoadingWords = {
  readonly text: Text
  readonly threshold?: ThresholdName
  readonly seen?: (said: Loading, thresholds: Thresholds) => number | null
  readonly isRed?: true
}

const overPlanPercent = (said: Loading): number | null => {
  const [rose, plan] = [said.number('roseL'), said.number('planL')]
  return rose === null || plan === null || plan === 0 ? null : Math.abs(Math.abs(rose) / plan - 1) * 100
}

const magnitude = (value: number | null): number | null => (value === null ? null : Math.abs(value))

/** How full the compartment is: `planL` of an overfill is what the limit allows of its capacity. */
const filledPercent = (said: Loading, { overfillPercent }: Thresholds): number | null => {
  const [volume, allowed] = [said.number('endVolumeL'), said.number('planL')]
  return volume === null || allowed === null || allowed === 0 ? null : (volume / allowed) * overfillPercent
}

const LOADINGS: Readonly<Record<LoadingKind, LoadingWords>> = {
  'outside-depot': {
    text: { zh: '在油库以外装油', en: 'was loaded outside a depot' },
    threshold: 'abnormalLoadingL',
    seen: (said) => said.number('roseL'),
    isRed: true,
  },
  'over-fill': {
    text: { zh: '超装', en: 'was overfilled' },
    threshold: 'overfillPercent',
    seen: filledPercent,
    isRed: true,
  },
  'wrong-product': { text: { zh: '油品与配送单不符', en: 'was loaded with another product than the slip states' }, isRed: true },
  'second-loading': { text: { zh: '二次装油', en: 'was loaded a second time' } },
  'more-than-plan': {
    text: { zh: '装油多于配送单', en: 'received more than the slip states' },
    threshold: 'loadingPlanPercent',
    seen: overPlanPercent,
  },
  'less-than-plan': {
    text: { zh: '装油少于配送单', en: 'received less than the slip states' },
    threshold: 'loadingPlanPercent',
    seen: overPlanPercent,
  },
  'other-depot': { text: { zh: '在配送单以外的油库装油', en: 'was loaded at another depot than the slip states' } },
  density: {
    text: { zh: '密度与油品不符，可能混油或错装', en: 'holds product of another density: mixed, or another product' },
    threshold: 'densityDiffersKgM3',
    seen: (said) => magnitude(said.number('differenceKgM3')),
    isRed: true,
  },
  'station-more': {
    text: { zh: '卸油多于配送单', en: 'delivered more to the station than the slip states' },
    threshold: 'loadingPlanPercent',
    seen: overPlanPercent,
  },
  'station-less': {
    text: { zh: '卸油少于配送单', en: 'delivered less to the station than the slip states' },
    threshold: 'loadingPlanPercent',
    seen: overPlanPercent,
  },
}

export const explainLoading: Explain = (alarm) => {
  const said = stored(alarm.properties, abnormalLoadingFact)
  const kind = said.text('kind')
  const words = kind === null ? undefined : LOADINGS[kind as LoadingKind]
  const number = said.number('compartment')
  const compartment = number === null ? { zh: '油仓', en: 'a compartment' } : compartmentText(number)
  const what = words?.text ?? { zh: '装油异常', en: 'was loaded abnormally' }
  return {
    seen: [
      sentence(
        { zh: `${compartment.zh}${what.zh}`, en: `${compartment.en} ${what.en}` },
        maybe(said.number('oilCode'), (code) => ({ zh: `油品 ${productName(code).zh}`, en: `product ${productName(code).en}` })),
        maybe(said.number('planOilCode'), (code) =>
          code === said.number('oilCode') ? null : { zh: `配送单为 ${productName(code).zh}`, en: `the slip says ${productName(code).en}` },
        ),
        maybe(said.number('roseL'), (rose) =>
          rose >= 0
            ? { zh: `装入 ${litres(rose).zh}`, en: `${litres(rose).en} came` }
            : { zh: `卸出 ${litres(-rose).zh}`, en: `${litres(-rose).en} left` },
        ),
        kind === 'over-fill'
          ? maybe(said.number('endVolumeL'), (volume) => ({ zh: `仓内 ${litres(volume).zh}`, en: `${litres(volume).en} in it` }))
          : null,
        maybe(said.number('planL'), (plan) =>
          kind === 'over-fill'
            ? { zh: `最多 ${litres(plan).zh}`, en: `at most ${litres(plan).en} allowed` }
            : { zh: `配送单 ${litres(plan).zh}`, en: `slip ${litres(plan).en}` },
        ),
      ),
      ...sentences(
        maybe(said.number('measuredKgM3'), (density) => ({
          zh: `实测密度 ${amount(density, 'kgM3').zh}`,
          en: `measured density ${amount(density, 'kgM3').en}`,
        })),
        maybe(said.number('expectedKgM3'), (density) => ({
          zh: `该油品同温应为 ${amount(density, 'kgM3').zh}`,
          en: `expected at that temperature ${amount(density, 'kgM3').en}`,
        })),
        maybe(said.number('temperatureC'), (degrees) => ({
          zh: `温度 ${amount(degrees, 'c').zh}`,
          en: `temperature ${amount(degrees, 'c').en}`,
        })),
      ),
      ...sentences(maybe(said.text('slipNo'), (slip) => ({ zh: `配送单号 ${slip}`, en: `slip ${slip}` }))),
    ],
    limits: words?.threshold === undefined ? [] : limit(alarm.thresholds, words.threshold, words.seen?.(said, alarm.thresholds) ?? null),
    grades:
      words?.isRed === true
        ? { red: { zh: `${words.text.zh}，定为红色。`, en: `It is red because the compartment ${words.text.en}.` } }
        : {
            yellow: {
              zh: '数量或次数与计划不符，定为黄色。',
              en: 'It is yellow because amount, depot or number of loadings differ from the plan.',
            },
          },
  }
}

export const explainUnfinished: Explain = (alarm) => {
  const said = stored(alarm.properties, unloadingUnfinishedFact, emptyingUnfinishedFact)
  const isUnloading = alarm.type === ALARM.unloadingUnfinished
  const held = said.rows('litres').flatMap((row) => {
    const [compartment, volumeL] = [row.number('compartment'), row.number('volumeL')]
    return compartment === null || volumeL === null ? [] : [{ compartment, volumeL }]
  })
  const residual = said.number('residualL')
  const total = residual === null ? { zh: '', en: '' } : { zh: ` ${litres(residual).zh}`, en: ` of ${litres(residual).en}` }
  return {
    seen: [
      isUnloading
        ? sentence({
            zh: `离开油站时仍有余油${total.zh}，没有后续站点`,
            en: `left the station with a residue${total.en}, and no further stop`,
          })
        : sentence({ zh: `没有排空的证明，余油${total.zh}`, en: `emptying was not proven, with a residue${total.en}` }),
      ...sentences(
        held.length === 0
          ? null
          : listed(
              held.map(({ compartment, volumeL }) => ({
                zh: `${compartmentText(compartment).zh} ${litres(volumeL).zh}`,
                en: `${compartmentText(compartment).en}: ${litres(volumeL).en}`,
              })),
            ),
      ),
      ...(alarm.endedAt === null ? [{ zh: '卸空并验证后自动结束。', en: 'It ends by itself once the truck is proven empty.' }] : []),
    ],
    limits: limit(alarm.thresholds, isUnloading ? 'loadedL' : 'residualL', residual),
    grades: { red: { zh: '带着余油离开油站，定为红色。', en: 'It is red because product stayed aboard.' } },
  }
}

export const explainEmptied: Explain = (alarm) => ({
  seen: [
    sentence(
      { zh: '排空完成', en: 'emptying is finished' },
      maybe(stored(alarm.properties, emptiedFact).number('durationS'), (seconds) =>
        seconds > 0 ? { zh: `用时 ${lasting(seconds).zh}`, en: `it took ${lasting(seconds).en}` } : null,
      ),
    ),
  ],
  limits: [],
  grades: {},
})

const BREACHES: Readonly<Record<EmptyingBreach, Text>> = {
  'too-short': { zh: '排空时间不足', en: 'was emptied for too short a time' },
  'outside-station': { zh: '余油在油站以外流出', en: 'lost its residue outside a station' },
  'valve-reopened': { zh: '排空后底阀再次打开', en: 'had its bottom valve opened again after emptying' },
  residue: { zh: '探头已干但仍有余油', en: 'still held a residue though its probe was dry' },
}

export const explainEmptyingException: Explain = (alarm) => {
  const { thresholds } = alarm
  const said = stored(alarm.properties, emptyingExceptionFact)
  const breach = said.text('breach')
  const number = said.number('compartment')
  const compartment = number === null ? { zh: '油仓', en: 'a compartment' } : compartmentText(number)
  const what = wordOf(BREACHES, breach) ?? { zh: '排空异常', en: 'was not emptied as it should be' }
  const [residual, emptyS] = [said.number('residualL'), said.number('emptyS')]
  return {
    seen: [
      sentence(
        { zh: `${compartment.zh}${what.zh}`, en: `${compartment.en} ${what.en}` },
        maybe(residual, (rest) => (rest > 0 ? { zh: `余油 ${litres(rest).zh}`, en: `residue ${litres(rest).en}` } : null)),
        maybe(emptyS, (seconds) => ({ zh: `排空用时 ${lasting(seconds).zh}`, en: `emptied for ${lasting(seconds).en}` })),
        maybe(said.text('stationName'), (name) => ({ zh: `地点 ${name}`, en: `at ${name}` })),
      ),
    ],
    limits: [
      ...(breach === 'too-short' ? limit(thresholds, 'emptyProofS', emptyS ?? 'below') : []),
      ...(breach === 'outside-station' ? limit(thresholds, 'residueGoneL', 'reached') : []),
      ...(breach === 'valve-reopened' ? limit(thresholds, 'valveReopenedHours', 'below') : []),
      ...(breach === 'residue' ? limit(thresholds, 'residualL', residual) : []),
    ],
    grades: { red: { zh: '余油在油站以外流出，定为红色。', en: 'It is red because product left outside a station.' } },
  }
}
