import type { ThresholdName } from '../../thresholds.ts'
import { apiThresholdFact, boxDoorFact, sealBreakFact, sealFaultAlarmFact, unsealingFact } from '../../facts/seal-facts.ts'
import type { OpeningPlace } from '../../facts/seal-facts.ts'
import type { OpeningWay } from '../../facts/happening-properties.ts'
import { stored, type StoredProperties, type ValueIn } from '../../facts/stored-properties.ts'
import type { Text } from '../../texts/text.ts'
import { TRANSPORT_STATES } from '../../trucks/transport-process.ts'
import { BY_LOAD, type Explain, type ExplainedAlarm, sinceS } from './explained.ts'
import { heldFor, limit } from './limits.ts'
import { blackByLoss, happeningOf, lostFrom, lostLitres } from './lost-litres.ts'
import { lasting, litres, loadText, maybe, moment, type Phrase, sealText, sentence, sentences, wordOf } from './phrases.ts'

/** Where an opening was, as the rules see it. */
const PLACES: Readonly<Record<OpeningPlace, Text>> = {
  'trip-depot': { zh: '在本次装油库打开', en: 'opened at the depot of the trip' },
  'trip-station': { zh: '在本次卸油站打开', en: 'opened at the station of the trip' },
  'other-site': { zh: '在计划外的油库或油站打开', en: 'opened at a depot or station that the trip does not visit' },
  authorised: { zh: '在授权范围内打开', en: 'opened where or when it was authorised' },
  park: { zh: '在停车场打开', en: 'opened at a parking lot' },
  elsewhere: { zh: '在库站和停车场以外打开', en: 'opened outside depots, stations and parking lots' },
  moving: { zh: '行驶中打开', en: 'opened while driving' },
}
const OPENED: Text = { zh: '异常打开', en: 'opened' }

/** How a seal was seen to be open. */
const WAYS: Readonly<Record<OpeningWay, Text>> = {
  opened: { zh: '打开', en: 'opened' },
  housing: { zh: '外壳被打开', en: 'its housing was opened' },
  count: { zh: '铅封计数与出发时不符', en: 'the seal count differs from that at the departure' },
  missing: { zh: '探头缺失', en: 'the probe is missing' },
  'counters-reset': { zh: '铅封计数被重置，可能更换过终端', en: 'the seal counts were reset, the terminal may have been replaced' },
}

const someSeal: Text = { zh: '铅封', en: 'a seal' }

/** The seal that an alarm is named by. */
const sealOf = (compartment: number | null, probeType: number | null): Text =>
  probeType === null ? someSeal : sealText(compartment ?? 0, probeType)

const processText = (state: number | null): Phrase =>
  maybe(state === null ? null : TRANSPORT_STATES[state]?.text, ({ zh, en }) => ({
    zh: `运输状态为${zh}`,
    en: `the process was "${en.charAt(0).toLowerCase()}${en.slice(1)}"`,
  }))

/** Of an opening whose closing is not noted: an alarm that has ended is not open any more. */
const stillOpen = ({ endedAt, zone }: ExplainedAlarm): Text => {
  if (endedAt === null) return { zh: '尚未关闭', en: 'not closed yet' }
  const { zh, en } = moment(endedAt, zone)
  return { zh: `报警已于 ${zh} 结束`, en: `the alarm ended at ${en}` }
}

const openedAndClosed = (alarm: ExplainedAlarm, openedAt: number | null, closedAt: number | null, count: number | null): Text[] =>
  sentences(
    maybe(openedAt, (at) => {
      const when = moment(at, alarm.zone)
      return { zh: `${when.zh} 打开`, en: `opened at ${when.en}` }
    }),
    maybe(closedAt, (at) => {
      const when = moment(at, alarm.zone)
      const time = openedAt === null ? null : lasting((at - openedAt) / 1000)
      return {
        zh: `${when.zh} 关闭${time === null ? '' : `，历时 ${time.zh}`}`,
        en: `closed at ${when.en}${time === null ? '' : ` after ${time.en}`}`,
      }
    }),
    openedAt !== null && closedAt === null ? stillOpen(alarm) : null,
    maybe(count, (times) => (times > 1 ? { zh: `共开启 ${times} 次`, en: `${times} openings in all` } : null)),
  )

/** Every seal of the alarm with how it was seen, where there are several or where it was not simply opened. */
function sealsOf(said: ReturnType<typeof happeningOf>): Text[] {
  const rows = said.rows('openings')
  const unusual = rows.some((row) => row.text('how') !== 'opened')
  if (rows.length < 2 && !unusual) return []
  return rows.map((row) => {
    const [before, after] = [row.number('sealCountBefore'), row.number('sealCountAfter')]
    return sentence(
      sealOf(row.number('compartment'), row.number('probeType')),
      wordOf(WAYS, row.text('how')),
      before !== null && after !== null && before !== after
        ? { zh: `铅封计数 ${before} → ${after}`, en: `seal count ${before} → ${after}` }
        : null,
    )
  })
}

const openS = (openedAt: number | null, closedAt: number | null): number | null =>
  openedAt === null || closedAt === null ? null : (closedAt - openedAt) / 1000

const BREACH: Text = {
  zh: '按地点和运输状态属于操作不规范，定为黄色。',
  en: 'At this place and in this process state it is a breach of procedure, yellow.',
}
const OPENED_LOADED: Text = {
  zh: '按地点和运输状态不允许打开铅封，定为红色。',
  en: 'At this place and in this process state no seal may be opened: red.',
}

/** Why an opening without loss is black: which of the two counts of its day reached its limit. */
const blackByDay = ({ thresholds: { blackOpenings, blackReds }, ofDay }: ExplainedAlarm): Text => {
  if (ofDay !== null && ofDay.openings >= blackOpenings)
    return {
      zh: `24 小时内第 ${ofDay.openings} 次异常开启（限值 ${blackOpenings} 次），升级为黑色。`,
      en: `Black: abnormal opening number ${ofDay.openings} within 24 hours, with a limit of ${blackOpenings}.`,
    }
  if (ofDay !== null && ofDay.reds >= blackReds)
    return {
      zh: `24 小时内第 ${ofDay.reds} 条铅封与货物红色报警（限值 ${blackReds} 条），升级为黑色。`,
      en: `Black: red alarm number ${ofDay.reds} of seals and cargo within 24 hours, with a limit of ${blackReds}.`,
    }
  return {
    zh: `24 小时内异常开启达到 ${blackOpenings} 次，或铅封与货物红色报警达到 ${blackReds} 条，升级为黑色。`,
    en: `Black: ${blackOpenings} abnormal openings, or ${blackReds} red alarms of seals and cargo, within 24 hours.`,
  }
}

export const explainUnsealing: Explain = (alarm) => {
  const { thresholds } = alarm
  const said = stored(alarm.properties, unsealingFact)
  const seal = sealOf(said.number('compartment'), said.number('probeType'))
  const place = wordOf(PLACES, said.text('placeKind')) ?? OPENED
  const [openedAt, closedAt] = [said.number('openedAt'), said.number('closedAt')]
  const happening = happeningOf(alarm)
  return {
    seen: [
      sentence(
        { zh: `${seal.zh}${place.zh}`, en: `${seal.en} ${place.en}` },
        loadText(said.flag('loaded')),
        processText(said.number('processState')),
      ),
      ...openedAndClosed(alarm, openedAt, closedAt, said.number('count')),
      ...sealsOf(happening),
      ...lostFrom(happening),
      ...sentences(
        maybe(said.number('movedL'), (moved) =>
          moved > 0 ? { zh: `另有 ${litres(moved).zh}转入其他仓`, en: `${litres(moved).en} went into other compartments` } : null,
        ),
      ),
    ],
    limits: [...limit(thresholds, 'unsealingMinS', openS(openedAt, closedAt)), ...limit(thresholds, 'blackLossL', lostLitres(happening))],
    grades: {
      yellow: BREACH,
      red: OPENED_LOADED,
      black: blackByLoss(alarm, happening) ?? blackByDay(alarm),
    },
  }
}

type DoorReason = Exclude<ValueIn<typeof boxDoorFact, 'reason'>, ''>
const DOORS: Readonly<Record<DoorReason, Text>> = {
  'outside-area': { zh: '在库站、维修点以外打开', en: 'opened outside depots, stations and repair shops' },
  moving: { zh: '未关即行驶', en: 'open while driving' },
  'long-open': { zh: '长时间未关', en: 'left open' },
}
const DOOR_OPEN: Text = { zh: '打开', en: 'opened' }

const doorText = (box: number | null): Text =>
  box === null || box === 0 ? { zh: '操作箱箱门', en: 'door of the operating box' } : { zh: `${box}号箱箱门`, en: `door of box ${box}` }

export const explainBoxDoor: Explain = (alarm) => {
  const { thresholds } = alarm
  const said = stored(alarm.properties, boxDoorFact)
  const reason = said.text('reason')
  const [first] = said.rows('openings')
  const [openedAt, closedAt] = [first?.number('openedAt') ?? null, first?.number('closedAt') ?? null]
  const door = doorText(said.number('compartment'))
  const how = wordOf(DOORS, reason) ?? DOOR_OPEN
  const openFor = openedAt === null ? null : (openS(openedAt, closedAt) ?? sinceS(alarm, openedAt))
  return {
    seen: [
      sentence({ zh: `${door.zh}${how.zh}`, en: `${door.en} ${how.en}` }, loadText(said.flag('loaded'))),
      ...openedAndClosed(alarm, openedAt, closedAt, null),
      ...lostFrom(happeningOf(alarm)),
      ...partOf(said),
    ],
    limits: [
      ...(reason === 'outside-area' ? heldFor(thresholds, 'boxDoorMinS', openFor) : []),
      ...(reason === 'moving' ? limit(thresholds, 'boxDoorKmh', alarm.speedKmh) : []),
      ...(reason === 'long-open' ? heldFor(thresholds, 'boxDoorOpenMin', openFor) : []),
    ],
    grades: BY_LOAD,
  }
}

/** A door that belongs to an opening behind it. */
const partOf = (said: StoredProperties<typeof boxDoorFact>): Text[] =>
  said.rows('partOf').length === 0
    ? []
    : [{ zh: '随后在同一地点打开铅封，属于同一事件。', en: 'A seal behind it was opened at the same place: both are one happening.' }]

export const explainSealBreak: Explain = (alarm) => {
  const said = stored(alarm.properties, sealBreakFact)
  const reason = said.text('reason')
  const seal = sealOf(said.number('compartment'), said.number('probeType'))
  const how = wordOf(WAYS, reason) ?? { zh: '铅封被破坏', en: 'the seal was broken' }
  const isReset = reason === 'counters-reset'
  const happening = happeningOf(alarm)
  return {
    seen: [
      sentence(
        { zh: `${seal.zh}破封：${how.zh}`, en: `seal break at ${seal.en}: ${how.en}` },
        maybe(said.number('unseenOpenings'), (times) =>
          times > 0 ? { zh: `其间有 ${times} 次开启未被看到`, en: `${times} openings were not seen` } : null,
        ),
        loadText(said.flag('loaded')),
      ),
      ...sealsOf(happening),
      ...lostFrom(happening),
    ],
    limits: limit(alarm.thresholds, 'blackLossL', lostLitres(happening)),
    grades: isReset
      ? {
          red: {
            zh: '计数重置通常是终端作业；重车发生，定为红色。',
            en: 'A reset of the counts is mostly work on the terminal; red because the truck was loaded.',
          },
          yellow: {
            zh: '计数重置通常是终端作业；空车发生，定为黄色。',
            en: 'A reset of the counts is mostly work on the terminal; yellow because the truck was empty.',
          },
        }
      : {
          black: { zh: '重车破封，定为黑色。', en: 'It is black because a seal was broken with product aboard.' },
          red: { zh: '空车破封，定为红色。', en: 'It is red because a seal was broken and the truck was empty.' },
        },
  }
}

type ProbeFault = Exclude<ValueIn<typeof sealFaultAlarmFact, 'fault'>, ''>
const FAULTS: Readonly<Record<ProbeFault, { readonly text: Text; readonly threshold?: ThresholdName }>> = {
  chatter: { text: { zh: '频繁跳变', en: 'chatters between open and closed' }, threshold: 'chatterPerMin' },
  uncertain: { text: { zh: '状态不定', en: 'is neither open nor closed' }, threshold: 'uncertainS' },
  'long-wet': { text: { zh: '空仓却长时间为湿', en: 'stays wet though its compartment is empty' }, threshold: 'longWetMin' },
  'long-dry': { text: { zh: '仓内有油却长时间为干', en: 'stays dry though its compartment holds product' }, threshold: 'longDryMin' },
  silent: { text: { zh: '无应答', en: 'does not answer' }, threshold: 'probeSilentS' },
  'short-circuit': { text: { zh: '短路', en: 'has a short circuit' } },
  'open-circuit': { text: { zh: '断路', en: 'has an open circuit' } },
  'over-range': { text: { zh: '传感值超量程', en: 'gives more than a sound sensor can' } },
  drift: { text: { zh: '传感值漂移', en: 'has drifted from its calibration' } },
  'duplicate-serial': { text: { zh: '与另一探头序列号相同', en: 'has the serial of another probe' } },
}

export const explainSealFault: Explain = (alarm) => {
  const said = stored(alarm.properties, sealFaultAlarmFact)
  const fault = FAULTS[said.text('fault') as ProbeFault] as (typeof FAULTS)[ProbeFault] | undefined
  const seal = sealOf(said.number('compartment'), said.number('probeType'))
  const what = fault?.text ?? { zh: '探头故障', en: 'has a faulty probe' }
  return {
    seen: [
      sentence({ zh: `${seal.zh}${what.zh}`, en: `${seal.en} ${what.en}` }, loadText(said.flag('loaded'))),
      {
        zh: '恢复正常前，不再按这个探头判断异常解封。',
        en: 'Until it is trusted again, no opening is judged by this probe.',
      },
    ],
    limits:
      fault?.threshold === undefined
        ? []
        : fault.threshold === 'chatterPerMin'
          ? limit(alarm.thresholds, 'chatterPerMin', 'reached')
          : heldFor(alarm.thresholds, fault.threshold, sinceS(alarm, alarm.startedAt)),
    grades: {},
  }
}

export const explainApiThreshold: Explain = (alarm) => {
  const said = stored(alarm.properties, apiThresholdFact)
  const seal = sealOf(said.number('compartment'), said.number('probeType'))
  const since = Date.parse(said.text('since') ?? '')
  return {
    seen: [
      sentence(
        { zh: `${seal.zh}的传感值一直在阈值与零点之间`, en: `the sensor of the ${seal.en} lies between its gate and zero` },
        Number.isNaN(since) ? null : { zh: `始于 ${moment(since, alarm.zone).zh}`, en: `since ${moment(since, alarm.zone).en}` },
        loadText(said.flag('loaded')),
      ),
    ],
    limits: heldFor(alarm.thresholds, 'apiThresholdMin', sinceS(alarm, Number.isNaN(since) ? alarm.startedAt : since)),
    grades: {},
  }
}
