import { dashboardCalls } from '@tanker/contract/endpoints/dashboard'
import type { Dashboard as DashboardData, Figure as CountedFigure } from '@tanker/contract/dashboard'
import type { Text } from '@tanker/domain/texts/text'
import { alarmType } from '@tanker/domain/alarms/alarm-type'
import { lossRateText } from '@tanker/domain/loss/loss'
import { TRUCK_STATUSES } from '@tanker/domain/trucks/truck-status'
import { BOARD, BoardLink, hasScreen } from '../../platform/account/board-link.tsx'
import { useMemo } from 'react'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { Chart } from '../../platform/charts/chart.tsx'
import { readSession, type SignInBefore, signInBefore } from '../../platform/calls/session.ts'
import { userPriText } from '../../platform/feed/feed.ts'
import { text } from '../../platform/language.ts'
import { usePrivileges, useTruckStatus } from '../../platform/account/account-queries.ts'
import { shownDecimal, shownTime, shownWhole } from '../../platform/shown-values.ts'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import { TwoStepCard } from '../../platform/account/two-step-card.tsx'
import { StaleNote } from '../../platform/ui/stale-note.tsx'
import './dashboard.css'
import { alarmDays, lossDays } from './dashboard-charts.ts'
import { CountLink, Figure } from './figure.tsx'
import { GuideCard } from './guide-card.tsx'
import { SinceCard } from './since-card.tsx'

const WORDS = {
  hello: { zh: '您好，', en: 'Hello, ' },
  last: { zh: '上次登录', en: 'Last sign-in' },
  firstTime: { zh: '首次登录', en: 'This is your first sign-in' },
  today: { zh: '今天', en: 'Today' },
  now: { zh: '车辆现状', en: 'Trucks now' },
  tripsBegun: { zh: '发车配送', en: 'Trips started' },
  unloadings: { zh: '到站卸油', en: 'Station unloadings' },
  unsealings: { zh: '异常解封', en: 'Abnormal unsealings' },
  highLosses: { zh: '高损耗', en: 'High losses' },
  heartbeat: { zh: '离线超 15 分钟', en: 'Offline over 15 min' },
  offline: { zh: '离线超 24 小时', en: 'Offline over 24 h' },
  waiting: { zh: '待处理（近 30 天）', en: 'To be handled (30 days)' },
  nothingToDo: { zh: '没有待处理的报警', en: 'Nothing to handle' },
  fences: { zh: '待审批围栏', en: 'Fences awaiting approval' },
  alarmsByDay: { zh: '近 30 天报警', en: 'Alarms, last 30 days' },
  lossByDay: { zh: '近 30 天在途损耗率', en: 'Transit loss rate, last 30 days' },
  byAlarms: { zh: '报警最多的车辆', en: 'Trucks with most alarms' },
  byLoss: { zh: '损耗最多的车辆', en: 'Trucks with most loss' },
  none: { zh: '暂无数据', en: 'No data' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '个人中心加载失败', en: 'The personal center could not be loaded' },
} as const satisfies Record<string, Text>

const LastSignIn = ({ before }: { before: SignInBefore }) => (
  <p className="dashboard-last">
    {before.time === null
      ? text(WORDS.firstTime)
      : [`${text(WORDS.last)} ${shownTime(before.time)}`, before.ip, before.area]
          .filter((part) => part !== null && part !== '')
          .join(' · ')}
  </p>
)

const Statuses = () => {
  const { data: privileges } = usePrivileges()
  return privileges ? <StatusCounts userPri={userPriText(privileges)} /> : null
}
const StatusCounts = ({ userPri }: { userPri: string }) => {
  const { data } = useTruckStatus(userPri)
  return TRUCK_STATUSES.map(({ code, text: words }) => (
    <div className="figure" key={code}>
      <dt>{text(words)}</dt>
      <dd>
        <BoardLink search={{ status: String(code) }}>
          {data ? shownWhole(data.truckStatusCount.find(({ status }) => status === code)?.count ?? 0) : '–'}
        </BoardLink>
      </dd>
    </div>
  ))
}

/** A list of trucks with a number each: the plate leads to the truck, the number to its rows. */
const TruckList = ({
  id,
  title,
  rows,
}: {
  id: string
  title: Text
  rows: readonly { truckId: number; signCode: string; figure: CountedFigure; words?: string }[]
}) => (
  <section className="card dashboard-trucks" aria-labelledby={id}>
    <h2 id={id}>{text(title)}</h2>
    {rows.length === 0 && <p className="dashboard-none">{text(WORDS.none)}</p>}
    <ol className="dashboard-list dashboard-scroll">
      {rows.map(({ truckId, signCode, figure, words }) => (
        <li key={truckId}>
          <BoardLink search={{ truck: String(truckId) }}>{signCode}</BoardLink>
          <b>
            <CountLink figure={figure}>{words}</CountLink>
          </b>
        </li>
      ))}
    </ol>
  </section>
)

const Waiting = ({ data }: { data: DashboardData }) => (
  <section className="card dashboard-waiting" aria-labelledby="dashboard-waiting">
    <h2 id="dashboard-waiting">{text(WORDS.waiting)}</h2>
    {data.unhandled.length === 0 && (data.fencesAwaitingApproval?.count ?? 0) === 0 && (
      <p className="dashboard-none">{text(WORDS.nothingToDo)}</p>
    )}
    <ul className="dashboard-list dashboard-scroll" tabIndex={0} aria-labelledby="dashboard-waiting">
      {data.unhandled.map(({ type, figure }) => {
        const name = alarmType(type)?.name
        return (
          <li key={type}>
            <span>{name && text(name)}</span>
            <b>
              <CountLink figure={figure} />
            </b>
          </li>
        )
      })}
      {data.fencesAwaitingApproval && data.fencesAwaitingApproval.count > 0 && (
        <li>
          <span>{text(WORDS.fences)}</span>
          <b>
            <CountLink figure={data.fencesAwaitingApproval} />
          </b>
        </li>
      )}
    </ul>
  </section>
)

const chartPx = 250

const Content = ({ data }: { data: DashboardData }) => {
  const { userInfo, role, notDemo } = readSession()
  const hasBoard = hasScreen(BOARD)
  const alarms = useMemo(() => alarmDays(data.days), [data.days])
  const losses = useMemo(() => lossDays(data.days), [data.days])
  const { today, offline } = data
  return (
    <div className="dashboard" data-guide={data.guide !== null}>
      <header className="dashboard-head">
        <h1>
          {text(WORDS.hello)}
          {userInfo.name}
        </h1>
        <p>{[userInfo.companyName, role.roleName].filter((words) => words !== '').join(' · ')}</p>
        <LastSignIn before={signInBefore()} />
      </header>
      {data.guide && <GuideCard guide={data.guide} />}
      <section className="card dashboard-today" aria-labelledby="dashboard-today">
        <h2 id="dashboard-today">{text(WORDS.today)}</h2>
        <dl className="figures">
          <Figure label={WORDS.tripsBegun} figure={today.tripsBegun} />
          <Figure label={WORDS.unloadings} figure={today.unloadings} />
          <Figure label={WORDS.unsealings} figure={today.unsealings} />
          <Figure label={WORDS.highLosses} figure={today.highLosses} />
        </dl>
      </section>
      <section className="card dashboard-now" aria-labelledby="dashboard-now">
        <h2 id="dashboard-now">{text(WORDS.now)}</h2>
        <dl className="figures">
          {hasBoard && <Statuses />}
          <Figure label={WORDS.heartbeat} figure={offline.now} />
          <Figure label={WORDS.offline} figure={offline.overADay} />
        </dl>
      </section>
      <SinceCard since={data.since} />
      <Waiting data={data} />
      <section className="card dashboard-chart" aria-label={text(WORDS.alarmsByDay)}>
        <Chart title={text(WORDS.alarmsByDay)} model={alarms} heightPx={chartPx} />
      </section>
      <section className="card dashboard-chart" aria-label={text(WORDS.lossByDay)}>
        <Chart title={text(WORDS.lossByDay)} model={losses} heightPx={chartPx} />
      </section>
      <TruckList id="dashboard-by-alarms" title={WORDS.byAlarms} rows={data.trucksByAlarms} />
      <TruckList
        id="dashboard-by-loss"
        title={WORDS.byLoss}
        rows={data.trucksByLoss.map(({ lossL, ratePermille, ...row }) => ({
          ...row,
          words: `${shownDecimal(lossL, 2)} L · ${lossRateText(ratePermille)} ‰`,
        }))}
      />
      {notDemo && <TwoStepCard />}
    </div>
  )
}

/** The personal center (spec 2.2): every number opens its report. Refreshed at each visit. */
export const Dashboard = () => {
  const query = useEndpoint(dashboardCalls.read, null, { purpose: 'poll', staleTime: 0, gcTime: 0 })
  if (query.isPending) return <p className="waiting">{text(WORDS.loading)}</p>
  if (!query.data) return <ReadFailed words={text(WORDS.failed)} onAgain={() => void query.refetch()} />
  return (
    <>
      <StaleNote query={query} />
      <Content data={query.data} />
    </>
  )
}
