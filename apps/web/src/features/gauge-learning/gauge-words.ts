import type { GaugeLearning } from '@tanker/contract/gauge-learning'
import type { Text } from '@tanker/domain/texts/text'
import { shownDecimal, shownSigned } from '../../platform/shown-values.ts'

export type Cause = keyof GaugeLearning['estimates']

export const CAUSE_WORDS: Readonly<Record<GaugeLearning['rivals'][number], Text>> = {
  scale: { zh: '罐容表偏差', en: 'tank table error' },
  offset: { zh: '液位偏移', en: 'level offset' },
  temperature: { zh: '温度偏差', en: 'temperature bias' },
  meter: { zh: '油库流量计或站罐的误差', en: 'error of the depot meter or station tank' },
}
export const UNITS: Readonly<Record<Cause, string>> = { scale: '‰', offset: 'mm', temperature: '°C' }

/** A value with its one sigma. */
export const known = (value: number, sigma: number, digits: number): string =>
  `${shownSigned(value, digits)} ± ${shownDecimal(sigma, digits)}`

const ACTIONS: Readonly<Record<Cause, (value: number) => Text>> = {
  scale: (value) => ({
    zh: `罐容表各行容积乘以 ${shownDecimal(1 + value / 1000, 4)}`,
    en: `multiply the volumes of the tank table by ${shownDecimal(1 + value / 1000, 4)}`,
  }),
  offset: (value) => ({
    zh: `液位修正（levelComp）${shownSigned(value, 1)} mm`,
    en: `level offset (levelComp) ${shownSigned(value, 1)} mm`,
  }),
  temperature: (value) => ({ zh: `温度修正 ${shownSigned(value, 1)} °C`, en: `temperature ${shownSigned(value, 1)} °C` }),
}

const causesOf = (correction: GaugeLearning['correction']): Cause[] =>
  (['scale', 'offset', 'temperature'] as const).filter((cause) => correction[cause] !== undefined)

/** What to do, in words. */
export function actionWords(correction: GaugeLearning['correction']): Text {
  const each = causesOf(correction).map((cause) => ACTIONS[cause](correction[cause]?.value ?? 0))
  return { zh: each.map(({ zh }) => zh).join('；'), en: each.map(({ en }) => en).join('; ') }
}

/** Whether accepting makes a new tank table, and not only a note. */
export const makesTable = ({ scale, offset }: GaugeLearning['correction']): boolean => scale !== undefined || offset !== undefined

/** What was found, in a sentence or two. */
export function findingWords(learned: GaugeLearning): Text {
  const { verdict, rivals, litresALoad, litresALoadSigma, loadings, unloadings, leftOut } = learned
  const used = loadings + unloadings - leftOut
  const litres = known(litresALoad, litresALoadSigma, 1)
  const short: Text = litresALoad >= 0 ? { zh: '少计', en: 'too little' } : { zh: '多计', en: 'too much' }
  const perLoad: Text = {
    zh: `液位仪平均每次${short.zh} ${shownDecimal(Math.abs(litresALoad), 1)} ± ${shownDecimal(litresALoadSigma, 1)} L`,
    en: `the gauge shows ${shownDecimal(Math.abs(litresALoad), 1)} ± ${shownDecimal(litresALoadSigma, 1)} L ${short.en} per load`,
  }
  switch (verdict) {
    case 'too-few':
      return used < LEAST_LOADS
        ? {
            zh: `可用的比对只有 ${used} 次，满 ${LEAST_LOADS} 次才能判断。`,
            en: `Only ${used} loads could be compared; a finding needs at least ${LEAST_LOADS}.`,
          }
        : {
            zh: `数据还不足以下结论：平均每次差 ${litres} L。需要更多比对。`,
            en: `The data do not allow a conclusion yet: the difference is ${litres} L per load. More loads are needed.`,
          }
    case 'fine':
      return {
        zh: `在误差范围内未发现偏差：平均每次差 ${litres} L。`,
        en: `No error beyond the uncertainty: the difference is ${litres} L per load.`,
      }
    case 'unclear':
      return {
        zh: `${perLoad.zh}，但无法区分是${rivals.map((rival) => CAUSE_WORDS[rival].zh).join('、还是')}。${rivalAdvice(rivals).zh}`,
        en: `There is a difference (${perLoad.en}), but its cause cannot be determined: ${rivals.map((rival) => CAUSE_WORDS[rival].en).join(' or ')}. ${rivalAdvice(rivals).en}`,
      }
    default:
      return {
        zh: `${causesOf(learned.correction)
          .map((cause) => estimateWords(cause, learned).zh)
          .join('，')}。${perLoad.zh}。`,
        en: `${causesOf(learned.correction)
          .map((cause) => estimateWords(cause, learned).en)
          .join(', ')}: ${perLoad.en}.`,
      }
  }
}

/** As many as the server wants before it says anything. */
const LEAST_LOADS = 10

function estimateWords(cause: Cause, { correction }: GaugeLearning): Text {
  const { value, sigma } = correction[cause] ?? { value: 0, sigma: 0 }
  const amount = `${known(value, sigma, 1)} ${UNITS[cause]}`
  const name = CAUSE_WORDS[cause]
  return { zh: `${name.zh} ${amount}`, en: `${name.en.replace(/^./, (letter) => letter.toUpperCase())} ${amount}` }
}

/** Data that would distinguish the causes. */
function rivalAdvice(rivals: GaugeLearning['rivals']): Text {
  if (rivals.includes('meter'))
    return {
      zh: '同一油库的其他车辆有足够比对后即可区分。',
      en: 'More loads of other trucks at the same depot are needed to decide.',
    }
  if (rivals.includes('temperature')) return { zh: '请在付油单上填写温度。', en: 'Tickets with a temperature are needed to decide.' }
  return {
    zh: '装到不同液位（例如半仓）或分站卸油的数据可以区分。',
    en: 'Loads to other levels, for example half full, or split unloadings are needed to decide.',
  }
}
