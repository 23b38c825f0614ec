import { truckTerminalCalls } from '@tanker/contract/endpoints/truck-terminals'
import { ENROLMENT_MINUTES, type TruckTerminal } from '@tanker/contract/base-data/truck-terminal'
import { useState } from 'react'
import '../../../base-data/base-data.css'
import { call } from '../../../platform/calls/call.ts'
import { useEndpoint } from '../../../platform/calls/use-endpoint.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { shownTime } from '../../../platform/shown-values.ts'
import { AskingDialog } from '../../../platform/ui/asking-dialog.tsx'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { ReadFailed } from '../../../platform/ui/read-failed.tsx'
import { toast } from '../../../platform/ui/toast.ts'

const WORDS = {
  title: { zh: '终端', en: 'Terminal' },
  announced: { zh: '登记的终端', en: 'Announced' },
  bound: { zh: '绑定终端', en: 'Bound terminal' },
  none: { zh: '尚未绑定', en: 'None yet' },
  maker: { zh: '厂商', en: 'Maker' },
  model: { zh: '型号', en: 'Model' },
  boundAt: { zh: '绑定时间', en: 'Bound since' },
  registeredAt: { zh: '最近注册', en: 'Last registration' },
  enrolment: { zh: '注册', en: 'Enrolment' },
  onlyAnnounced: { zh: '仅限登记的终端', en: 'Announced terminal only' },
  open: { zh: '开放注册', en: 'Open enrolment' },
  shut: { zh: '关闭注册', en: 'Close enrolment' },
  release: { zh: '解绑终端', en: 'Release terminal' },
  opened: { zh: `已开放注册 ${ENROLMENT_MINUTES} 分钟`, en: `Enrolment is open for ${ENROLMENT_MINUTES} minutes` },
  closed: { zh: '已关闭注册', en: 'Enrolment is closed' },
  released: { zh: '终端已解绑', en: 'The terminal was released' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '终端信息加载失败', en: 'The terminal could not be loaded' },
  cancel: { zh: '取消', en: 'Cancel' },
  close: { zh: '关闭', en: 'Close' },
} as const

const untilText = (until: string): string =>
  text({ zh: `对任意终端开放至 ${shownTime(until)}`, en: `Open to any terminal until ${shownTime(until)}` })

type Action = 'open' | 'shut' | 'release'

const questionOf = (action: Action, plate: string, bound: TruckTerminal['bound']): string => {
  if (action === 'shut') return text({ zh: `确定关闭 ${plate} 的终端注册吗？`, en: `Close enrolment for ${plate}?` })
  if (action === 'open')
    return text({
      zh: `${ENROLMENT_MINUTES} 分钟内，第一台使用 ${plate} 终端手机号注册的终端将绑定到该车，无论终端ID。仅在终端安装现场进行时开放。`,
      en: `For ${ENROLMENT_MINUTES} minutes, the first terminal that registers with the phone number of ${plate} is bound to it, regardless of its ID. Open enrolment only while the terminal is being installed.`,
    })
  return text({
    zh: `终端 ${bound?.terminalId ?? ''} 将立即断开，其鉴权码失效，需重新注册后才能上报。确定解绑 ${plate} 的终端吗？`,
    en: `Terminal ${bound?.terminalId ?? ''} is disconnected immediately and its code becomes invalid; it must register again before it can report. Release the terminal of ${plate}?`,
  })
}

const DONE_TEXTS = { open: WORDS.opened, shut: WORDS.closed, release: WORDS.released } as const

/** Which terminal a truck has, and what is done when it is replaced. */
const TerminalDialog = ({ row, onClose, onChanged }: ActionProps) => {
  const id = Number(row['id'])
  const plate = (row['plate'] as { readonly plate: string } | undefined)?.plate ?? ''
  const [asking, setAsking] = useState<Action | null>(null)
  const [busy, setBusy] = useState(false)
  const terminal = useEndpoint(truckTerminalCalls.read, { id }, { purpose: 'poll', gcTime: 0, staleTime: 0, refetchInterval: 5_000 })
  const { data } = terminal

  const run = async (action: Action): Promise<void> => {
    setBusy(true)
    try {
      if (action === 'release') await call(truckTerminalCalls.release, { id }, { purpose: 'action' })
      else await call(truckTerminalCalls.enrol, { id, open: action === 'open' ? 'yes' : 'no' }, { purpose: 'action' })
      toast('success', text(DONE_TEXTS[action]))
      onChanged()
    } catch {
      // `call` has shown the reason; the dialog shows the current state.
    }
    setBusy(false)
    setAsking(null)
    await terminal.refetch()
  }

  if (asking)
    return (
      <AskingDialog
        title={`${text(WORDS[asking])} · ${plate}`}
        cancel={text(WORDS.cancel)}
        confirm={text(WORDS[asking])}
        busy={busy}
        onCancel={() => setAsking(null)}
        onConfirm={() => void run(asking)}
      >
        <p>{questionOf(asking, plate, data?.bound ?? null)}</p>
      </AskingDialog>
    )
  return (
    <Dialog
      title={`${text(WORDS.title)} · ${plate}`}
      onEscape={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose} data-first>
            {text(WORDS.close)}
          </button>
          {data?.bound && (
            <button type="button" className="button" onClick={() => setAsking('release')}>
              {text(WORDS.release)}
            </button>
          )}
          {data && (
            <button
              type="button"
              className="button button-primary"
              onClick={() => setAsking(data.enrolmentUntil === null ? 'open' : 'shut')}
            >
              {text(data.enrolmentUntil === null ? WORDS.open : WORDS.shut)}
            </button>
          )}
        </>
      }
    >
      {terminal.isPending && <p>{text(WORDS.loading)}</p>}
      {terminal.isError && data === undefined && <ReadFailed words={text(WORDS.failed)} onAgain={() => void terminal.refetch()} />}
      {data && (
        <dl className="truck-terminal">
          <dt>{text(WORDS.announced)}</dt>
          <dd>{data.announced}</dd>
          <dt>{text(WORDS.bound)}</dt>
          <dd>{data.bound?.terminalId ?? text(WORDS.none)}</dd>
          {data.bound && (
            <>
              <dt>{text(WORDS.maker)}</dt>
              <dd>{data.bound.maker || '–'}</dd>
              <dt>{text(WORDS.model)}</dt>
              <dd>{data.bound.model || '–'}</dd>
              <dt>{text(WORDS.boundAt)}</dt>
              <dd>{shownTime(data.bound.boundAt)}</dd>
              <dt>{text(WORDS.registeredAt)}</dt>
              <dd>{shownTime(data.bound.registeredAt)}</dd>
            </>
          )}
          <dt>{text(WORDS.enrolment)}</dt>
          <dd>{data.enrolmentUntil === null ? text(WORDS.onlyAnnounced) : untilText(data.enrolmentUntil)}</dd>
        </dl>
      )}
    </Dialog>
  )
}

export default opens(TerminalDialog)
