import { rightsCalls } from '@tanker/contract/endpoints/rights'
import { useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { useEndpoint } from '../../../platform/calls/use-endpoint.ts'
import { readSession } from '../../../platform/calls/session.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { shownTime } from '../../../platform/shown-values.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { ReadFailed } from '../../../platform/ui/read-failed.tsx'
import { toast } from '../../../platform/ui/toast.ts'

const WORDS = {
  title: { zh: '两步验证', en: 'Two-step verification' },
  state: { zh: '状态', en: 'State' },
  on: { zh: '已开启', en: 'On' },
  off: { zh: '未开启', en: 'Off' },
  since: { zh: '开启时间', en: 'Since' },
  codes: { zh: '剩余恢复码', en: 'Recovery codes left' },
  role: { zh: '角色要求', en: 'Required by the role' },
  yes: { zh: '是', en: 'Yes' },
  no: { zh: '否', en: 'No' },
  reset: { zh: '重置', en: 'Reset' },
  really: { zh: '确定重置？', en: 'Reset now?' },
  what: {
    zh: '用户丢失手机且没有恢复码时可重置。重置后仅凭密码即可登录，请先确认本人身份；其登录会话立即结束。',
    en: 'Reset it for a user who lost the phone and has no recovery code. The user can then sign in with the password alone, so verify who is asking. All sessions of the user end immediately.',
  },
  own: { zh: '请在个人中心管理自己的两步验证。', en: 'Manage your own two-step verification in the personal center.' },
  done: { zh: '两步验证已重置', en: 'Two-step verification was reset' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '两步验证信息加载失败', en: 'Two-step verification could not be loaded' },
  close: { zh: '关闭', en: 'Close' },
} as const

/** How a user signs in; a lost device is taken away. */
const SecondFactorDialog = ({ row, onClose }: ActionProps) => {
  const id = Number(row['id'])
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const query = useEndpoint(rightsCalls.secondFactor, { id }, { purpose: 'poll', gcTime: 0, staleTime: 0 })
  const state = query.data
  const isOwn = id === readSession().userInfo.id

  const reset = async (): Promise<void> => {
    setBusy(true)
    try {
      await call(rightsCalls.resetSecondFactor, { id }, { purpose: 'action' })
      toast('success', text(WORDS.done))
      onClose()
    } catch {
      // `call` shows the reason.
      setBusy(false)
      setAsked(false)
      await query.refetch()
    }
  }

  const facts =
    state &&
    ([
      [WORDS.state, text(state.on ? WORDS.on : WORDS.off)],
      ...(state.since === null ? [] : ([[WORDS.since, shownTime(state.since)]] as const)),
      ...(state.on ? ([[WORDS.codes, String(state.codesLeft)]] as const) : []),
      [WORDS.role, text(state.required ? WORDS.yes : WORDS.no)],
    ] as const)
  return (
    <Dialog
      title={`${text(WORDS.title)} · ${String(row['userName'] ?? '')}`}
      onEscape={onClose}
      actions={
        <>
          <button type="button" className="button" data-first onClick={onClose}>
            {text(WORDS.close)}
          </button>
          {state?.on === true && !isOwn && (
            <button
              type="button"
              className="button button-primary"
              disabled={busy}
              onClick={() => (asked ? void reset() : setAsked(true))}
              onBlur={() => setAsked(false)}
            >
              {text(asked ? WORDS.really : WORDS.reset)}
            </button>
          )}
        </>
      }
    >
      {query.isPending && <p>{text(WORDS.loading)}</p>}
      {query.isError && <ReadFailed words={text(WORDS.failed)} onAgain={() => void query.refetch()} />}
      {facts && (
        <dl className="facts">
          {facts.map(([label, value]) => (
            <div key={label.en} className="fact">
              <dt>{text(label)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {state?.on === true && <p>{text(isOwn ? WORDS.own : WORDS.what)}</p>}
    </Dialog>
  )
}

export default opens(SecondFactorDialog)
