import { secondFactorCalls } from '@tanker/contract/endpoints/second-factor'
import { lazy, Suspense, useState } from 'react'
import { useEndpoint } from '../calls/use-endpoint.ts'
import { text } from '../language.ts'
import { shownTime } from '../shown-values.ts'
import { ReadFailed } from '../ui/read-failed.tsx'
import type { TwoStepWish } from './two-step-dialog.tsx'
import './two-step.css'

/** Draws QR codes: loaded on demand. */
const TwoStepDialog = lazy(() => import('./two-step-dialog.tsx').then((module) => ({ default: module.TwoStepDialog })))

const WORDS = {
  title: { zh: '登录安全', en: 'Sign-in security' },
  on: { zh: '两步验证已开启', en: 'Two-step verification is on' },
  off: { zh: '两步验证未开启', en: 'Two-step verification is off' },
  why: {
    zh: '开启后，登录除密码外还需手机上的动态码；密码泄露时他人仍无法登录。',
    en: 'Signing in then requires a code from your phone in addition to the password, so a stolen password is not enough.',
  },
  required: { zh: '您的角色要求两步验证。', en: 'Your role requires it.' },
  setUp: { zh: '开启两步验证', en: 'Set up' },
  device: { zh: '更换设备', en: 'Change device' },
  codes: { zh: '重新生成恢复码', en: 'New recovery codes' },
  turnOff: { zh: '关闭', en: 'Turn off' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '登录安全信息加载失败', en: 'Sign-in security could not be loaded' },
} as const

/** Fewer recovery codes than this want renewing. */
const fewCodes = 3

const left = (count: number) => text({ zh: `剩余 ${count} 个恢复码`, en: `${count} recovery codes left` })

/** How the user signs in, in the personal center. */
export const TwoStepCard = () => {
  const [wish, setWish] = useState<TwoStepWish | null>(null)
  const query = useEndpoint(secondFactorCalls.read, null, { purpose: 'poll', staleTime: 0, gcTime: 0 })
  const state = query.data
  const button = (what: TwoStepWish, label: { zh: string; en: string }, primary = false) => (
    <button type="button" className={primary ? 'button button-primary' : 'button'} onClick={() => setWish(what)}>
      {text(label)}
    </button>
  )
  return (
    <section className="card two-step-card" aria-labelledby="two-step-card">
      <h2 id="two-step-card">{text(WORDS.title)}</h2>
      {query.isPending && <p>{text(WORDS.loading)}</p>}
      {query.isError && <ReadFailed words={text(WORDS.failed)} onAgain={() => void query.refetch()} />}
      {state?.on === false && (
        <>
          <b>{text(WORDS.off)}</b>
          <p>{text(WORDS.why)}</p>
          <div className="two-step-buttons">{button('set-up', WORDS.setUp, true)}</div>
        </>
      )}
      {state?.on === true && (
        <>
          <span className="two-step-on">{text(WORDS.on)}</span>
          <p>
            {state.since !== null && `${shownTime(state.since)} · `}
            <span className={state.codesLeft < fewCodes ? 'two-step-few' : ''}>{left(state.codesLeft)}</span>
          </p>
          {state.required && <p>{text(WORDS.required)}</p>}
          <div className="two-step-buttons">
            {button('device', WORDS.device)}
            {button('codes', WORDS.codes)}
            {!state.required && button('off', WORDS.turnOff)}
          </div>
        </>
      )}
      {wish !== null && (
        <Suspense>
          <TwoStepDialog
            wish={wish}
            onClose={() => {
              setWish(null)
              void query.refetch()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
