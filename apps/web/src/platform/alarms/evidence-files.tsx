import type { AlarmEvidence } from '@tanker/contract/evidence'
import { evidenceCalls } from '@tanker/contract/endpoints/evidence'
import type { EvidenceKind } from '@tanker/domain/devices/evidence'
import { useEffect, useState } from 'react'
import { download } from '../calls/download.ts'
import { text } from '../language.ts'
import { shownTime } from '../shown-values.ts'
import './evidence-files.css'

const WORDS = {
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '证据加载失败', en: 'The pictures could not be loaded' },
  save: { zh: '保存', en: 'Save' },
} as const

/** As the browser shows the bytes: the server answers all files as bytes only. */
const MEDIA_TYPES: Readonly<Record<EvidenceKind, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  wav: 'audio/wav',
  txt: 'text/plain',
}

/** While something is under way, who shows an alarm's files looks again after so long. */
export const LOOK_EVERY_MS = 5_000
export const isUnderWay = ({ requests }: Pick<AlarmEvidence, 'requests'>): boolean =>
  requests.some(({ state }) => ['waiting', 'asked', 'receiving'].includes(state))

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

/** Pictures and clips of an alarm, each with its time. */
export const EvidenceFiles = ({ files }: Pick<AlarmEvidence, 'files'>) => (
  <div className="evidence-files">
    {files.map((file, index) => (
      <FileView key={file.id} {...{ file, index }} />
    ))}
  </div>
)
