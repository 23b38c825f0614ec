import { evidenceCalls } from '@tanker/contract/endpoints/evidence'
import { EvidenceFiles, isUnderWay, LOOK_EVERY_MS } from '../../platform/alarms/evidence-files.tsx'
import { call } from '../../platform/calls/call.ts'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { type ActionProps, idOf } from '../../report/actions.ts'
import { mayAskAgain, requestLines } from './evidence-words.ts'
import './evidence.css'

const WORDS = {
  title: { zh: '报警证据', en: 'Pictures and clips' },
  close: { zh: '关闭', en: 'Close' },
  ask: { zh: '再次调取', en: 'Ask again' },
  asked: { zh: '已再次请求，车辆在线时上传', en: 'Asked again; the truck sends them when it is connected' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '证据加载失败', en: 'The pictures could not be loaded' },
  none: { zh: '还没有收到文件', en: 'No file has come yet' },
  notReady: { zh: '本系统没有启用调取，请联系管理员', en: 'Trucks are not asked for pictures here; please ask your administrator' },
} as const

/** What the truck sent of an alarm, how far it is, and asking again for who may handle alarms. */
export const EvidenceDialog = ({ view, row, onClose, onChanged }: ActionProps) => {
  const query = useEndpoint(
    evidenceCalls.list,
    { alarmId: idOf(row) },
    {
      purpose: 'silent',
      refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_EVERY_MS : false),
    },
  )
  const evidence = query.data
  const mayAsk = view.actions.some(({ name }) => name === 'handle-alarm') && evidence !== undefined && mayAskAgain(evidence)
  const ask = async (): Promise<void> => {
    await call(evidenceCalls.ask, { alarmId: idOf(row) }, { purpose: 'action' })
    toast('success', text(WORDS.asked))
    await query.refetch()
    onChanged()
  }
  return (
    <Dialog
      className="evidence-dialog"
      title={`${(row['plate'] as { plate: string } | undefined)?.plate ?? ''} ${text(WORDS.title)}`.trim()}
      onEscape={onClose}
      actions={
        <>
          {mayAsk && (
            <button className="button" onClick={() => void ask().catch(() => {})}>
              {text(WORDS.ask)}
            </button>
          )}
          <button className="button button-primary" onClick={onClose}>
            {text(WORDS.close)}
          </button>
        </>
      }
    >
      {evidence === undefined ? (
        query.isError ? (
          <ReadFailed words={text(WORDS.failed)} onAgain={() => void query.refetch()} />
        ) : (
          <p className="waiting">{text(WORDS.loading)}</p>
        )
      ) : (
        <>
          <ul className="evidence-state">
            {requestLines(evidence).map((line) => (
              <li key={line.en}>{text(line)}</li>
            ))}
            {!evidence.ready && <li>{text(WORDS.notReady)}</li>}
          </ul>
          {evidence.files.length === 0 && <p>{text(WORDS.none)}</p>}
          <EvidenceFiles files={evidence.files} />
        </>
      )}
    </Dialog>
  )
}
