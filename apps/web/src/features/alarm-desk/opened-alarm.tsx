import type { DeskDetail } from '@tanker/contract/alarm-desk'
import { CONFIRM_STATES, EXCEPTION_TYPES, handleResultText } from '@tanker/domain/alarms/handling'
import type { Text } from '@tanker/domain/texts/text'
import { Link } from '@tanstack/react-router'
import { BoardLink, hasScreen } from '../../platform/account/board-link.tsx'
import { type ReactNode, type Ref, useState } from 'react'
import { alarmName } from '../../platform/alarms/alarm-name.ts'
import { GradeMark } from '../../platform/alarms/grade-mark.tsx'
import { text } from '../../platform/language.ts'
import { shownDuration, shownSigned, shownTime, shownWhole } from '../../platform/shown-values.ts'
import { BackIcon } from '../../platform/ui/icons.tsx'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import { StaleNote } from '../../platform/ui/stale-note.tsx'
import { TextButton } from '../../platform/truck-texts/text-button.tsx'
import { useNow } from '../../platform/ui/use-now.ts'
import { lateText } from './age-text.ts'
import { PhotosAround } from './photos-around.tsx'
import { Compartments, Explanation, History, MapAndCurve, Pictures, RelatedAlarms } from './alarm-evidence.tsx'
import { AssignField } from './assign-field.tsx'
import { ClampedText } from './clamped-text.tsx'
import { useDetail } from './desk-queries.ts'
import { HandleForm, type HandlingKeys } from './handle-form.tsx'
import { knownAt } from './queue-row.tsx'

const WORDS = {
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '报警信息加载失败', en: 'The alarm could not be loaded' },
  back: { zh: '返回报警队列', en: 'Back to the queue' },
  body: { zh: '报警详情', en: 'Alarm details' },
  card: { zh: '查看车辆卡片', en: 'Open the truck card' },
  report: { zh: '查看报表', en: 'Report' },
  started: { zh: '发生', en: 'Began' },
  lasted: { zh: '持续', en: 'Lasted' },
  moment: { zh: '瞬时', en: 'momentary' },
  going: { zh: '未结束', en: 'not ended' },
  place: { zh: '位置', en: 'Place' },
  driver: { zh: '驾驶员', en: 'Driver' },
  litres: { zh: '现载油量', en: 'Aboard now' },
  change: { zh: '变化量', en: 'Change' },
  organisation: { zh: '所属组织', en: 'Organisation' },
  noDriver: { zh: '未知', en: 'Not known' },
  result: { zh: '处理结果', en: 'Result' },
  exception: { zh: '异常类型', en: 'Exception type' },
  confirm: { zh: '是否异常', en: 'Confirmation' },
  remark: { zh: '备注', en: 'Remark' },
  next: { zh: '下一条', en: 'Next' },
} as const

/** The list whose alarms may have pictures; an alarm names it to those who may open it. */
const WITH_PICTURES = 'active_safety/exception_report/alarm_adas_can'

const withOthers = (count: number): string =>
  text({ zh: `同一事件的另外 ${count} 条一并处理`, en: `Also the ${count} other alarms of this event` })
const handledWords = (who: string, at: string): string => text({ zh: `${who} 已于 ${at} 处理`, en: `Handled by ${who} at ${at}` })
const supersededWords = (at: string): string =>
  text({ zh: `已于 ${at} 被补传数据取代，不再有效，无需处理`, en: `Superseded by late data at ${at}: no longer valid, no action needed` })

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** How long it has lasted; an alarm of one moment says so. */
const lastedWords = (from: number, endedAt: string | null, now: number): string => {
  if (endedAt === null) return `${shownDuration(now - from)} · ${text(WORDS.going)}`
  const ms = Date.parse(endedAt) - from
  return ms < 1_000 ? text(WORDS.moment) : shownDuration(ms)
}

const Facts = ({ alarm, mayText }: Pick<DeskDetail, 'alarm' | 'mayText'>) => {
  const now = useNow(1_000)
  const from = Date.parse(alarm.startedAt)
  const late = lateText(from, Date.parse(alarm.insertedAt))
  return (
    <dl className="desk-facts">
      <Fact label={text(WORDS.started)}>
        {shownTime(alarm.startedAt)}
        {late && (
          <span className="desk-more desk-late" title={knownAt(shownTime(alarm.insertedAt))}>
            {text(late)}
          </span>
        )}
      </Fact>
      <Fact label={text(WORDS.lasted)}>{lastedWords(from, alarm.endedAt, now)}</Fact>
      <Fact label={text(WORDS.driver)}>
        {alarm.driver ? (
          <>
            {alarm.driver.name}{' '}
            {alarm.driver.phone !== '' && (
              <a className="link" href={`tel:${alarm.driver.phone}`}>
                {alarm.driver.phone}
              </a>
            )}
          </>
        ) : (
          text(WORDS.noDriver)
        )}
        {mayText && <TextButton truckId={alarm.truckId} />}
      </Fact>
      <Fact label={text(WORDS.organisation)}>{alarm.organisation}</Fact>
      <Fact label={text(WORDS.place)}>
        {alarm.place || (alarm.lat === null || alarm.lng === null ? '–' : `${alarm.lat.toFixed(5)}, ${alarm.lng.toFixed(5)}`)}
      </Fact>
      <Fact label={text(WORDS.litres)}>
        {alarm.litresNow === null ? '–' : `${shownWhole(alarm.litresNow)} L`}
        {alarm.litresChange !== null && Math.abs(alarm.litresChange) >= 0.05 && (
          <b className="desk-fact-change">
            {text(WORDS.change)} {shownSigned(alarm.litresChange, 1)} L
          </b>
        )}
      </Fact>
    </dl>
  )
}

/** How it was handled, and by whom. */
const Handled = ({ detail, onNext }: { detail: DeskDetail; onNext: () => void }) => {
  const { alarm, exceptionType, confirm, handleRemark } = detail
  const rows: readonly (readonly [Text, string])[] = [
    [WORDS.result, text(handleResultText(alarm.handleResult ?? ''))],
    [WORDS.exception, exceptionType === null ? '' : text(EXCEPTION_TYPES[exceptionType])],
    [WORDS.confirm, text(CONFIRM_STATES[confirm])],
    [WORDS.remark, handleRemark ?? ''],
  ]
  return (
    <div className="desk-handled">
      <dl>
        {rows
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <Fact key={label.en} label={text(label)}>
              <ClampedText words={value} />
            </Fact>
          ))}
      </dl>
      <button type="button" className="button" onClick={onNext}>
        {text(WORDS.next)}
      </button>
    </div>
  )
}

type OpenedAlarmProps = {
  readonly alarmId: string
  readonly form: Ref<HandlingKeys>
  readonly mayHandle: boolean
  readonly onOpen: (alarmId: string) => void
  readonly onHandled: (alarmIds: readonly string[], plate: string) => void
  readonly onNext: () => void
  readonly onBack: () => void
}

const HandleInPlace = ({ detail, form, onHandled }: Pick<OpenedAlarmProps, 'form' | 'onHandled'> & { detail: DeskDetail }) => {
  const { alarm, others } = detail
  const waiting = others.filter(({ handledAt }) => handledAt === null)
  const [together, setTogether] = useState(true)
  const alarmIds = [alarm.id, ...(together ? waiting.map(({ id }) => id) : [])]
  return (
    <HandleForm form={form} alarmIds={alarmIds} draftOf={alarm.id} onHandled={() => onHandled(alarmIds, alarm.plate)}>
      <AssignField alarmIds={alarmIds} assignee={alarm.assignee} />
      {waiting.length > 0 && (
        <label className="desk-together">
          <input type="checkbox" checked={together} onChange={({ target }) => setTogether(target.checked)} />
          {withOthers(waiting.length)}
        </label>
      )}
    </HandleForm>
  )
}

/** Everything about one alarm, and at the foot its handling. */
export const OpenedAlarm = ({ alarmId, form, mayHandle, onOpen, onHandled, onNext, onBack }: OpenedAlarmProps) => {
  const query = useDetail(alarmId)
  const detail = query.data
  const back = (
    <button type="button" className="icon-button desk-back" onClick={onBack} aria-label={text(WORDS.back)} title={text(WORDS.back)}>
      <BackIcon />
    </button>
  )
  if (!detail)
    return (
      <div className="desk-opened">
        <header className="desk-head">{back}</header>
        {query.isError ? (
          <ReadFailed
            words={query.error.outcome === 'refused' ? query.error.message : text(WORDS.failed)}
            onAgain={() => void query.refetch()}
          />
        ) : (
          <p className="waiting">{text(WORDS.loading)}</p>
        )}
      </div>
    )
  const { alarm } = detail
  const isHandled = alarm.handledAt !== null
  return (
    <div className="desk-opened">
      <header className="desk-head">
        {back}
        <GradeMark grade={alarm.grade} />
        <h2>
          <BoardLink search={{ truck: String(alarm.truckId) }} title={text(WORDS.card)}>
            {alarm.plate}
          </BoardLink>{' '}
          {alarmName(alarm.type)}
        </h2>
        {detail.report !== null && (
          <Link className="link desk-report" to={`/${detail.report}`} search={{ fromAlarm: alarm.id }}>
            {text(WORDS.report)}
          </Link>
        )}
      </header>
      <StaleNote query={query} />
      <div role="status">
        {detail.supersededAt !== null ? (
          <p className="desk-note">{supersededWords(shownTime(detail.supersededAt))}</p>
        ) : (
          isHandled && <p className="desk-note">{handledWords(alarm.handler ?? '', shownTime(alarm.handledAt ?? ''))}</p>
        )}
      </div>
      <div className="desk-body" tabIndex={0} role="region" aria-label={text(WORDS.body)}>
        {!detail.explanation.seen.includes(alarm.summary) && <p className="desk-lead">{alarm.summary}</p>}
        <Facts alarm={alarm} mayText={detail.mayText} />
        <Explanation explanation={detail.explanation} />
        {detail.report === WITH_PICTURES && <Pictures alarm={alarm} />}
        {hasScreen('monitor/view_photos') && <PhotosAround alarm={alarm} />}
        <MapAndCurve detail={detail} />
        <Compartments compartments={detail.compartments} />
        <RelatedAlarms detail={detail} onOpen={onOpen} />
        <History history={detail.history} />
      </div>
      {isHandled ? (
        <Handled detail={detail} onNext={onNext} />
      ) : (
        mayHandle && detail.supersededAt === null && <HandleInPlace detail={detail} form={form} onHandled={onHandled} />
      )}
    </div>
  )
}
