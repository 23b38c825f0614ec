import type { Text } from '../../texts/text.ts'
import type { Thresholds } from '../../thresholds.ts'
import type { AlarmGrade } from '../alarm-grade.ts'
import type { Limit } from './limits.ts'

/** What an explanation is made of. Times in ms. */
export type ExplainedAlarm = {
  readonly type: number
  readonly grade: AlarmGrade
  readonly startedAt: number
  readonly endedAt: number | null
  readonly insertedAt: number
  /** When it is explained: what has not ended lasts until then. */
  readonly readAt: number
  /** When it became black because it was not handled; null: it did not. */
  readonly escalatedAt: number | null
  /** Abnormal openings and red or black alarms of seals and cargo of the truck in the day before it, itself included; null: not counted. */
  readonly ofDay: { readonly openings: number; readonly reds: number } | null
  readonly speedKmh: number | null
  readonly remark: string
  /** As its detector wrote them. */
  readonly properties: unknown
  /** Of its truck. */
  readonly thresholds: Thresholds
  /** The reader's zone, an IANA name. */
  readonly zone: string
}

/** What one type says; `grades` has the reason for each grade that is not its default. */
export type Findings = {
  readonly seen: readonly Text[]
  readonly limits: readonly Limit[]
  readonly grades: Readonly<Partial<Record<AlarmGrade, Text>>>
}

export type Explain = (alarm: ExplainedAlarm) => Findings

/** Why a truck with product aboard raises the grade. */
export const BY_LOAD: Findings['grades'] = {
  red: { zh: '重车发生，定为红色。', en: 'It is red because the truck was loaded.' },
  yellow: { zh: '空车发生，定为黄色。', en: 'It is yellow because the truck was empty.' },
}

/** Seconds from its start to its end; null while it lasts, and of an alarm of one moment. */
export const lastedS = ({ startedAt, endedAt }: ExplainedAlarm): number | null =>
  endedAt === null || endedAt <= startedAt ? null : (endedAt - startedAt) / 1000

/** Seconds since a time, until the alarm ended or, while it lasts, until now. */
export const sinceS = ({ endedAt, readAt }: ExplainedAlarm, from: number): number => Math.max(0, ((endedAt ?? readAt) - from) / 1000)
