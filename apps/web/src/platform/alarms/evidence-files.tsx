import type { AlarmEvidence } from '@tanker/contract/evidence'
import { evidenceCalls } from '@tanker/contract/endpoints/evidence'
import { useEffect, useState } from 'react'
import { shownFrom, whyNotShown } from '../calls/download.ts'
import { text } from '../language.ts'
import { shownTime } from '../shown-values.ts'
import './evidence-files.css'

const WORDS = {
  failed: { zh: '证据加载失败', en: 'The pictures could not be loaded' },
  save: { zh: '保存', en: 'Save' },
} as const

/** While something is under way, who shows an alarm's files looks again after so long. */
export const LOOK_EVERY_MS = 5_000
export const isUnderWay = ({ requests }: Pick<AlarmEvidence, 'requests'>): boolean =>
  requests.some(({ state }) => ['waiting', 'asked', 'receiving'].includes(state))

/** Pictures of an alarm are requested within seconds; until then its answer has none. */
const REQUESTED_WITHIN_MS = 120_000
export const mayBeRequested = ({ ready, requests }: AlarmEvidence, startedAt: string): boolean =>
  ready && requests.length === 0 && Date.now() - Date.parse(startedAt) < REQUESTED_WITHIN_MS

type EvidenceFile = AlarmEvidence['files'][number]

const Shown = ({ kind, url, name, onError }: Pick<EvidenceFile, 'kind'> & { url: string; name: string; onError: () => void }) => {
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- cameras of trucks send no captions
  if (kind === 'mp4') return <video src={url} controls preload="metadata" aria-label={name} {...{ onError }} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- cameras of trucks send no captions
  if (kind === 'wav') return <audio src={url} controls preload="metadata" aria-label={name} {...{ onError }} />
  return kind === 'txt' ? null : <img src={url} alt={name} {...{ onError }} />
}

const FileView = ({ file: { id, kind, receivedAt }, index }: { file: EvidenceFile; index: number }) => {
  const url = shownFrom(evidenceCalls.file, { evidenceFileId: id })
  const [hasFailed, setHasFailed] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!hasFailed) return
    const ending = new AbortController()
    void whyNotShown(url, ending.signal).then((why) => setProblem(why ?? text(WORDS.failed)))
    return () => ending.abort()
  }, [hasFailed, url])
  const name = `${index + 1} · ${kind.toUpperCase()} · ${shownTime(receivedAt)}`
  return (
    <figure className="evidence-file">
      {problem !== null ? <p role="alert">{problem}</p> : <Shown {...{ kind, url, name }} onError={() => setHasFailed(true)} />}
      <figcaption>
        {name}
        {problem === null && (
          <a className="link" href={url} download={`evidence-${id}.${kind}`}>
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
