import { rightsCalls } from '@tanker/contract/endpoints/rights'
import { signInCalls } from '@tanker/contract/endpoints/sign-ins'
import { call } from '../../../platform/calls/call.ts'
import '../../../base-data/base-data.css'
import { useEndpoint } from '../../../platform/calls/use-endpoint.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { shownTime } from '../../../platform/shown-values.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { ReadFailed } from '../../../platform/ui/read-failed.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import '../rights.css'
import { RightsTable } from '../rights-table.tsx'
import { SignInsTable } from '../sign-ins-table.tsx'

const WORDS = {
  title: { zh: '登录会话', en: 'Sessions' },
  living: { zh: '当前会话', en: 'Signed in now' },
  past: { zh: '历史会话', en: 'Earlier sessions' },
  log: { zh: '登录日志（最近 20 条）', en: 'Sign-in log (last 20 entries)' },
  none: { zh: '当前没有登录', en: 'Not signed in' },
  noPast: { zh: '暂无历史会话', en: 'No earlier session' },
  begun: { zh: '登录时间', en: 'Signed in' },
  seen: { zh: '最近操作', en: 'Last active' },
  ended: { zh: '结束时间', en: 'Ended' },
  ip: { zh: '登录地址', en: 'From address' },
  area: { zh: '位置', en: 'Area' },
  end: { zh: '结束会话', en: 'End session' },
  own: { zh: '您的当前会话', en: 'Your session' },
  ending: { zh: '会话已结束', en: 'The session has ended' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '登录会话加载失败', en: 'The sessions could not be loaded' },
  logFailed: { zh: '登录日志加载失败', en: 'The sign-in log could not be loaded' },
  close: { zh: '关闭', en: 'Close' },
} as const

/** Where a user is signed in, each of which can be ended, and where it was before. */
const SessionsDialog = ({ row, onClose }: ActionProps) => {
  const id = Number(row['id'])
  const sessions = useEndpoint(rightsCalls.sessions, { id }, { purpose: 'poll', gcTime: 0, staleTime: 0 })
  const signIns = useEndpoint(signInCalls.listOfUser, { id }, { purpose: 'poll', gcTime: 0, staleTime: 0 })
  const end = async (sessionId: number): Promise<void> => {
    try {
      await call(rightsCalls.endSession, { sessionId }, { purpose: 'action' })
      toast('success', text(WORDS.ending))
    } finally {
      await Promise.all([sessions.refetch(), signIns.refetch()])
    }
  }
  const { living = [], past = [] } = sessions.data ?? {}
  return (
    <Dialog
      className="entity-dialog"
      title={`${text(WORDS.title)} · ${String(row['userName'] ?? '')}`}
      onEscape={onClose}
      actions={
        <button type="button" className="button button-primary" data-first onClick={onClose}>
          {text(WORDS.close)}
        </button>
      }
    >
      {sessions.isPending && <p>{text(WORDS.loading)}</p>}
      {sessions.isError && <ReadFailed words={text(WORDS.failed)} onAgain={() => void sessions.refetch()} />}
      {sessions.data && (
        <>
          <h3 className="rights-part">{text(WORDS.living)}</h3>
          {living.length === 0 ? (
            <p>{text(WORDS.none)}</p>
          ) : (
            <RightsTable label={text(WORDS.living)} headings={[WORDS.begun, WORDS.seen, WORDS.ip, WORDS.area]} withActions>
              {living.map((session) => (
                <tr key={session.sessionId}>
                  <td>{shownTime(session.begunAt)}</td>
                  <td>{shownTime(session.seenAt)}</td>
                  <td>{session.ip}</td>
                  <td>{session.area}</td>
                  <td>
                    {session.own ? (
                      text(WORDS.own)
                    ) : (
                      <button type="button" className="button" onClick={() => void end(session.sessionId).catch(() => {})}>
                        {text(WORDS.end)}
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </RightsTable>
          )}
          <h3 className="rights-part">{text(WORDS.past)}</h3>
          {past.length === 0 ? (
            <p>{text(WORDS.noPast)}</p>
          ) : (
            <RightsTable label={text(WORDS.past)} headings={[WORDS.begun, WORDS.ended, WORDS.ip, WORDS.area]}>
              {past.map((session) => (
                <tr key={session.sessionId}>
                  <td>{shownTime(session.begunAt)}</td>
                  <td>{session.endedAt === null ? '' : shownTime(session.endedAt)}</td>
                  <td>{session.ip}</td>
                  <td>{session.area}</td>
                </tr>
              ))}
            </RightsTable>
          )}
        </>
      )}
      {signIns.isError && <ReadFailed words={text(WORDS.logFailed)} onAgain={() => void signIns.refetch()} />}
      {signIns.data && (
        <>
          <h3 className="rights-part">{text(WORDS.log)}</h3>
          <SignInsTable rows={signIns.data} label={text(WORDS.log)} />
        </>
      )}
    </Dialog>
  )
}

export default opens(SessionsDialog)
