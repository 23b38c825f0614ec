import { secondFactorCalls } from '@tanker/contract/endpoints/second-factor'
import type { Enrolled, Enrolment } from '@tanker/contract/second-factor'
import { useMemo } from 'react'
import { encode } from 'uqr'
import { call } from '../calls/call.ts'
import { text } from '../language.ts'
import { CodeField } from './code-field.tsx'
import { CopyButton } from './copy-button.tsx'
import './two-step.css'
import { useCodeEntry } from './use-code-entry.ts'

const WORDS = {
  scan: {
    zh: '用身份验证器（如 Microsoft Authenticator、Google 身份验证器）扫描二维码。',
    en: 'Scan the QR code with an authenticator app, such as Microsoft or Google Authenticator.',
  },
  picture: { zh: '身份验证器的二维码', en: 'QR code for the authenticator app' },
  type: { zh: '无法扫描？在应用中手动输入此密钥：', en: 'Cannot scan? Type this key into the app:' },
  enter: { zh: '输入应用显示的 6 位动态码。', en: 'Enter the six digits that the app shows.' },
  turnOn: { zh: '开启', en: 'Turn on' },
} as const

const SIZE_PX = 168

/** A QR code as one drawing. */
const QrCode = ({ words }: { readonly words: string }) => {
  const { size, data } = useMemo(() => encode(words, { ecc: 'M', border: 0 }), [words])
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={SIZE_PX} height={SIZE_PX} shapeRendering="crispEdges">
      <path d={squares} fill="#000000" />
    </svg>
  )
}

type ConfirmDeviceProps = {
  readonly enrolment: Enrolment
  readonly onConfirmed: (enrolled: Enrolled) => void
  /** It took too long, or the connection is lost: shown by the caller that requested the key. */
  readonly onOver: (message: string) => void
}

/** Shows the key to an authenticator app and asks for its first code. */
export const ConfirmDevice = ({ enrolment, onConfirmed, onOver }: ConfirmDeviceProps) => {
  const { busy, field, onSubmit } = useCodeEntry({
    send: async (code) => onConfirmed(await call(secondFactorCalls.confirm, { code }, { purpose: 'silent', renews: true })),
    onOver,
  })

  return (
    <form className="two-step-form" noValidate onSubmit={onSubmit}>
      <p>{text(WORDS.scan)}</p>
      <div className="two-step-picture" role="img" aria-label={text(WORDS.picture)}>
        {/* Dark on white in both themes: cameras expect it. */}
        <div aria-hidden="true">
          <QrCode words={enrolment.uri} />
        </div>
      </div>
      <p>{text(WORDS.type)}</p>
      <div className="two-step-key">
        <code>{enrolment.key.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton what={enrolment.key} />
      </div>
      <p>{text(WORDS.enter)}</p>
      <CodeField {...field} focused />
      <button type="submit" className="button button-primary two-step-submit" disabled={busy}>
        {text(WORDS.turnOn)}
      </button>
    </form>
  )
}
