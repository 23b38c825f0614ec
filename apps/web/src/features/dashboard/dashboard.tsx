import { dashboardCalls } from '@tanker/contract/endpoints/dashboard'
import { type Dashboard as DashboardData } from '@tanker/contract/dashboard'
import type { Text } from '@tanker/domain/texts/text'
import { alarmType, reportRoute } from '@tanker/domain/alarms/alarm-type'
import { lossRateText } from '@tanker/domain/loss/loss'
import { TRUCK_STATUSES } from '@tanker/domain/trucks/truck-status'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { Chart } from '../../platform/charts/chart.tsx'
import { readSession, type SignInBefore, signInBefore } from '../../platform/calls/session.ts'
import { userPriText } from '../../platform/feed/feed.ts'
import { text } from '../../platform/language.ts'
import { useMenus, usePrivileges, useTruckStatus } from '../../platform/account/account-queries.ts'
import { menuLinks } from '../../platform/account/menu-groups.ts'
import { shownDecimal, shownTime, shownWhole } from '../../platform/shown-values.ts'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import { TwoStepCard } from '../../platform/account/two-step-card.tsx'
import { StaleNote } from '../../platform/ui/stale-note.tsx'
import './dashboard.css'
import { alarmDays, lossDays } from './dashboard-charts.ts'

const WORDS = {
  hello: { zh: '您好', en: 'Hello' },
  last: { zh: '上次登录', en: 'Last sign-in' },
  firstTime: { zh: '首次登录', en: 'This is your first sign-in' },
  today: { zh: '今天', en: 'Today' },
  now: { zh: '车辆现状', en: 'Trucks now' },
  tripsBegun: { zh: '发车配送', en: 'Trips begun' },
  unloadings: { zh: '到站卸油', en: 'Station unloadings' },
  unsealings: { zh: '异常解封', en: 'Abnormal unsealings' },
  highLosses: { zh: '高损耗', en: 'High losses' },
  heartbeat: { zh: '心跳超时', en: 'Heartbeat timeouts' },
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

const REPORT = {
  approvals: 'setting/base_data/enclosure_approval',
  trips: 'cargo_monitor/event_report/delivery_record',
  unloadings: 'cargo_monitor/event_report/station_unload',
  unsealings: 'cargo_monitor/exception_report/alarm_switch_cover',
  highLosses: 'cargo_monitor/exception_report/alm_high_loss',
  truckLoss: 'cargo_monitor/data_analysis/truck_loss',
} as const

type Period = { readonly from: string; readonly to: string }

/** The address of a report with the question that its number answers. */
const asked = (period: Period, trucks: readonly number[], more: Record<string, unknown> = {}): Record<string, string> => ({
  filters: JSON.stringify({
    scope:
      trucks.length > 0
        ? { truckIds: trucks, organisationIds: [] }
        : { truckIds: [], organisationIds: [readSession().userInfo.organisationId] },
    when: period,
    ...more,
  }),
})

const Figure = ({ label, value, link }: { label: Text; value: ReactNode; link: { to: string; search: Record<string, string> } | null }) => (
  <div className="figure">
    <dt>{text(label)}</dt>
    <dd>{link ? <Link {...link}>{value}</Link> : value}</dd>
  </div>
)

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
    <Figure
      key={code}
      label={words}
      value={data ? shownWhole(data.truckStatusCount.find(({ status }) => status === code)?.count ?? 0) : '–'}
      link={{ to: '/monitor/cargo_transport', search: { status: String(code) } }}
    />
  ))
}

const Content = ({ data }: { data: DashboardData }) => {
  const { userInfo, role, notDemo } = readSession()
  const { data: menus } = useMenus()
  const mayOpen = new Set((menus ? menuLinks(menus) : []).map(({ url }) => url))
  const alarms = useMemo(() => alarmDays(data.days), [data.days])
  const losses = useMemo(() => lossDays(data.days), [data.days])
  const today = { from: data.window.today, to: data.window.to }
  const days30 = { from: data.window.from, to: data.window.to }
  const to = (report: string | null, period: Period, trucks: readonly number[] = [], more: Record<string, unknown> = {}) =>
    report !== null && mayOpen.has(report) ? { to: `/${report}`, search: asked(period, trucks, more) } : null

  return (
    <div className="dashboard">
      <header className="dashboard-head">
        <h1>
          {text(WORDS.hello)}, {userInfo.name}
        </h1>
        <p>{[userInfo.companyName, role.roleName].filter((words) => words !== '').join(' · ')}</p>
        <LastSignIn before={signInBefore()} />
      </header>
      <section className="card" aria-labelledby="dashboard-today">
        <h2 id="dashboard-today">{text(WORDS.today)}</h2>
        <dl className="figures">
          <Figure label={WORDS.tripsBegun} value={shownWhole(data.today.tripsBegun)} link={to(REPORT.trips, today)} />
          <Figure label={WORDS.unloadings} value={shownWhole(data.today.unloadings)} link={to(REPORT.unloadings, today)} />
          <Figure label={WORDS.unsealings} value={shownWhole(data.today.unsealings)} link={to(REPORT.unsealings, today)} />
          <Figure label={WORDS.highLosses} value={shownWhole(data.today.highLosses)} link={to(REPORT.highLosses, today)} />
        </dl>
      </section>
      <section className="card" aria-labelledby="dashboard-now">
        <h2 id="dashboard-now">{text(WORDS.now)}</h2>
        <dl className="figures">
          <Statuses />
          <Figure
            label={WORDS.offline}
            value={shownWhole(data.fleet.offlineOverADay)}
            link={{ to: '/monitor/cargo_transport', search: { status: '0' } }}
          />
          <Figure
            label={WORDS.heartbeat}
            value={shownWhole(data.fleet.heartbeatTimeouts)}
            link={{ to: '/monitor/cargo_transport', search: { status: '0' } }}
          />
        </dl>
      </section>
      <section className="card" aria-labelledby="dashboard-waiting">
        <h2 id="dashboard-waiting">{text(WORDS.waiting)}</h2>
        {data.unhandled.length === 0 && data.fencesAwaitingApproval === 0 && <p className="dashboard-none">{text(WORDS.nothingToDo)}</p>}
        <ul className="dashboard-list">
          {data.unhandled.map(({ type, count }) => {
            const link = to(reportRoute(type), days30, [], { handled: 'unhandled' })
            const name = alarmType(type)
            return (
              <li key={type}>
                <span>{name ? text(name.name) : type}</span>
                <b>{link ? <Link {...link}>{shownWhole(count)}</Link> : shownWhole(count)}</b>
              </li>
            )
          })}
          {data.fencesAwaitingApproval > 0 && (
            <li>
              <span>{text(WORDS.fences)}</span>
              <b>
                {mayOpen.has(REPORT.approvals) ? (
                  <Link to={`/${REPORT.approvals}`}>{shownWhole(data.fencesAwaitingApproval)}</Link>
                ) : (
                  shownWhole(data.fencesAwaitingApproval)
                )}
              </b>
            </li>
          )}
        </ul>
      </section>
      <section className="card card-wide" aria-label={text(WORDS.alarmsByDay)}>
        <Chart title={text(WORDS.alarmsByDay)} model={alarms} heightPx={220} />
      </section>
      <section className="card card-wide" aria-label={text(WORDS.lossByDay)}>
        <Chart title={text(WORDS.lossByDay)} model={losses} heightPx={220} />
      </section>
      <section className="card" aria-labelledby="dashboard-by-alarms">
        <h2 id="dashboard-by-alarms">{text(WORDS.byAlarms)}</h2>
        {data.trucksByAlarms.length === 0 && <p className="dashboard-none">{text(WORDS.none)}</p>}
        <ol className="dashboard-list">
          {data.trucksByAlarms.map(({ truckId, signCode, count }) => (
            <li key={truckId}>
              <Link to="/monitor/cargo_transport" search={{ truck: String(truckId) }}>
                {signCode}
              </Link>
              <b>{shownWhole(count)}</b>
            </li>
          ))}
        </ol>
      </section>
      <section className="card" aria-labelledby="dashboard-by-loss">
        <h2 id="dashboard-by-loss">{text(WORDS.byLoss)}</h2>
        {data.trucksByLoss.length === 0 && <p className="dashboard-none">{text(WORDS.none)}</p>}
        <ol className="dashboard-list">
          {data.trucksByLoss.map(({ truckId, signCode, lossL, loadedL }) => {
            const link = to(REPORT.truckLoss, days30, [truckId])
            const figures = `${shownDecimal(lossL, 2)} L · ${lossRateText(loadedL === 0 ? 0 : (lossL / loadedL) * 1000)} ‰`
            return (
              <li key={truckId}>
                <Link to="/monitor/cargo_transport" search={{ truck: String(truckId) }}>
                  {signCode}
                </Link>
                <b>{link ? <Link {...link}>{figures}</Link> : figures}</b>
              </li>
            )
          })}
        </ol>
      </section>
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
