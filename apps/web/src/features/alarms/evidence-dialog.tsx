import type { AlarmEvidence } from '@tanker/contract/evidence'
import { evidenceCalls } from '@tanker/contract/endpoints/evidence'
import { useEffect, useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { download } from '../../platform/calls/download.ts'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import { shownTime } from '../../platform/shown-values.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { type ActionProps, idOf } from '../../report/actions.ts'
import { isUnderWay, mayAskAgain, MEDIA_TYPES, requestLines } from './evidence-words.ts'
import './evidence.css'

const WORDS = {
  title: { zh: '报警证据', en: 'Pictures and clips' },
  close: { zh: '关闭', en: 'Close' },
  ask: { zh: '再次调取', en: 'Ask again' },
  asked: { zh: '已再次请求，车辆在线时上传', en: 'Asked again; the truck sends them when it is connected' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '证据加载失败', en: 'The pictures could not be loaded' },
  none: { zh: '还没有收到文件', en: 'No file has come yet' },
  save: { zh: '保存', en: 'Save' },
  notReady: { zh: '本系统没有启用调取，请联系管理员', en: 'Trucks are not asked for pictures here; please ask your administrator' },
} as const

const LOOK_EVERY_MS = 5_000

type EvidenceFile = AlarmEvidence['files'][number]

/** Address of the bytes for this page; null while they come, and a sentence where they do not. */
function useFile({ id, kind }: EvidenceFile): { url: string | null; problem: string | null } {
  const [url, setUrl] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    let made: string | null = null
    const read = async (): Promise<void> => {
      const answer = await download(evidenceCalls.file, { evidenceFileId: id }, { signal: ending.signal, onBytes: () => {} })
      if (answer.kind !== 'file') return setProblem('message' in answer ? answer.message : text(WORDS.failed))
      made = URL.createObjectURL(new Blob([answer.blob], { type: MEDIA_TYPES[kind] }))
      setUrl(made)
    }
    read().catch(() => {
      if (!ending.signal.aborted) setProblem(text(WORDS.failed))
    })
    return () => {
      ending.abort()
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [id, kind])
  return { url, problem }
}

const Shown = ({ file, url, name }: { file: EvidenceFile; url: string; name: string }) => {
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- cameras of trucks send no captions
  if (file.kind === 'mp4') return <video src={url} controls aria-label={name} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- cameras of trucks send no captions
  if (file.kind === 'wav') return <audio src={url} controls aria-label={name} />
  return file.kind === 'txt' ? null : <img src={url} alt={name} />
}

const FileView = ({ file, index }: { file: EvidenceFile; index: number }) => {
  const { url, problem } = useFile(file)
  const name = `${index + 1} · ${file.kind.toUpperCase()} · ${shownTime(file.receivedAt)}`
  return (
    <figure className="evidence-file">
      {problem !== null ? <p role="alert">{problem}</p> : url === null ? <p>{text(WORDS.loading)}</p> : <Shown {...{ file, url, name }} />}
      <figcaption>
        {name}
        {url !== null && (
          <a className="link" href={url} download={`evidence-${file.id}.${file.kind}`}>
            {text(WORDS.save)}
          </a>
        )}
      </figcaption>
    </figure>
  )
}

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
          <div className="evidence-files">
            {evidence.files.map((file, index) => (
              <FileView key={file.id} {...{ file, index }} />
            ))}
          </div>
        </>
      )}
    </Dialog>
  )
}
