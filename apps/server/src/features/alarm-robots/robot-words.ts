import { type AlarmGrade, alarmGradeText } from '@tanker/domain/alarms/alarm-grade'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { explainAlarm } from '@tanker/domain/alarms/explanation/explain-alarm'
import type { Language, Text } from '@tanker/domain/texts/text'
import { timeText } from '@tanker/domain/texts/time-text'
import type { Thresholds } from '@tanker/domain/thresholds'
import type { AlarmRow } from '../../alarms/alarm-rows.ts'
import type { RobotMessage } from './channels/robot-channel.ts'

/** Alarms of one message that are written out; of the others their number stands there, by truck. */
const MAX_WHOLE_ALARMS = 5
/** Trucks named with their number of further alarms. */
const MAX_NAMED_TRUCKS = 10
/** Characters of one line of what was seen. */
const MAX_LINE = 300

const ZONE = 'Asia/Shanghai'
const WORDS = {
  seen: { zh: '情况', en: 'Seen' },
  time: { zh: '时间（北京）', en: 'Time (Beijing)' },
  place: { zh: '地点', en: 'Place' },
  organisation: { zh: '所属组织', en: 'Organisation' },
  handle: { zh: '处理报警', en: 'Handle the alarm' },
  unhandled: { zh: '超时未处理，已升级为黑色', en: 'Not handled in time; it is now black' },
} as const satisfies Readonly<Record<string, Text>>

const MARKS: Readonly<Record<string, string>> = {
  '[': '［',
  ']': '］',
  '(': '（',
  ')': '）',
  '*': '＊',
  _: '＿',
  '`': '＇',
  '#': '＃',
  '>': '＞',
  '<': '＜',
  '@': '＠',
  '~': '～',
  '|': '｜',
  '\\': '＼',
}

/** A name as it stands: without what Markdown reads as a link, a mention or a heading. The services have no common way to escape. */
export const plain = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .replaceAll(/[[\]()*_`#><@~|\\]/g, (sign) => MARKS[sign] ?? sign)
    .slice(0, MAX_LINE)

type About = {
  readonly language: Language
  readonly thresholds: Thresholds
  readonly consoleAddress: string | null
  readonly now: Date
  readonly occasion: 'raised' | 'black'
}

/** What an alarm says to a robot: the first line is a heading. Times are Beijing time. */
export function alarmLines(alarm: AlarmRow, { language, thresholds, consoleAddress, now, occasion }: About): string[] {
  const grade: AlarmGrade = occasion === 'black' ? 'black' : alarm.grade
  const { seen } = explainAlarm({
    type: alarm.type,
    grade,
    startedAt: alarm.started_at.getTime(),
    endedAt: alarm.ended_at?.getTime() ?? null,
    insertedAt: alarm.inserted_at.getTime(),
    readAt: now.getTime(),
    escalatedAt: alarm.escalated_at?.getTime() ?? null,
    ofDay: null,
    speedKmh: null,
    remark: alarm.remark,
    properties: alarm.properties,
    thresholds,
    zone: ZONE,
  })
  const { lat, lng, fence_name } = alarm
  const place = fence_name ?? (lat === null || lng === null ? null : `${lat.toFixed(5)}, ${lng.toFixed(5)}`)
  const line = (label: Text, value: string): string => `${label[language]}${language === 'zh' ? '：' : ': '}${plain(value)}`
  return [
    `**[${alarmGradeText[grade][language]}] ${headingOf(alarm, language)}**`,
    ...(occasion === 'black' ? [WORDS.unhandled[language]] : []),
    ...seen.slice(0, 1).map((one) => line(WORDS.seen, one[language])),
    line(WORDS.time, timeText(alarm.started_at.getTime(), language, ZONE, 'second')),
    ...(place === null ? [] : [line(WORDS.place, place)]),
    line(WORDS.organisation, alarm.organisation_name),
    ...(consoleAddress === null ? [] : [`[${WORDS.handle[language]}](${consoleAddress}/monitor/alarm_desk?alarm=${alarm.id})`]),
  ]
}

/** Truck and type: the title of a message with one alarm. */
export const headingOf = ({ plate, type }: Pick<AlarmRow, 'plate' | 'type'>, language: Language): string =>
  `${plain(plate)} ${alarmType(type)?.name[language] ?? ''}`.trim()

/** One of the notices that go out together. */
export type QueuedNotice = { readonly subject: string; readonly content: string; readonly plate: string | null }

/** One message of all that is due for a robot: the first alarms whole, then how many more of which trucks. */
export function messageOf(queued: readonly QueuedNotice[], language: Language, maxBytes: number): RobotMessage {
  const [first] = queued
  const title = queued.length === 1 ? (first?.subject ?? '') : language === 'zh' ? `${queued.length} 条报警` : `${queued.length} alarms`
  // Room for the line of the others.
  const room = maxBytes - 1_000
  const lines: string[] = []
  let whole = 0
  let bytes = 0
  for (const { content } of queued.slice(0, MAX_WHOLE_ALARMS)) {
    bytes += Buffer.byteLength(content) + 2 * content.split('\n').length
    if (bytes > room && whole > 0) break
    lines.push(...content.split('\n'))
    whole += 1
  }
  const others = queued.slice(whole)
  return { title, lines: others.length === 0 ? lines : [...lines, moreLine(others, language)] }
}

function moreLine(others: readonly QueuedNotice[], language: Language): string {
  const byTruck = new Map<string, number>()
  for (const { plate } of others) byTruck.set(plate ?? '–', (byTruck.get(plate ?? '–') ?? 0) + 1)
  const named = [...byTruck].slice(0, MAX_NAMED_TRUCKS)
  const unnamed = byTruck.size - named.length
  if (language === 'zh') {
    const trucks = named.map(([plate, count]) => `${plain(plate)} ${count} 条`).join('、')
    return `另有 ${others.length} 条报警：${trucks}${unnamed > 0 ? `，以及其他 ${unnamed} 辆车` : ''}`
  }
  const trucks = named.map(([plate, count]) => `${plain(plate)} ${count}`).join(', ')
  return `${others.length} more alarms: ${trucks}${unnamed > 0 ? `, and ${unnamed} other trucks` : ''}`
}
