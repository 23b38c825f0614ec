import type { CallInput, FileEndpoint } from '@tanker/contract/endpoint'
import type { Text } from '@tanker/domain/texts/text'
import { text } from '../language.ts'
import { toast } from '../ui/toast.ts'
import { download, type DownloadOptions, saveFile } from './download.ts'
import { leaveSession } from './ended-session.ts'

const FAILED = { zh: '下载失败，请重试', en: 'The download failed, please try again' } as const

export type SavedWords = {
  /** Shown when the file is saved; by default nothing, since the browser shows its downloads. */
  readonly saved?: Text
  readonly failed?: Text
}

/** Gets a file and saves it; shows what went wrong. Rejects only when `signal` is aborted. */
export async function saveDownload<E extends FileEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: Partial<DownloadOptions> & SavedWords = {},
): Promise<void> {
  const { signal = new AbortController().signal, onBytes = () => {}, saved, failed = FAILED } = options
  const answer = await download(endpoint, input, { signal, onBytes })
  if (answer.kind === 'file') {
    saveFile(answer.blob, answer.name)
    if (saved) toast('success', text(saved))
  } else if (answer.kind === 'session-expired') {
    leaveSession(answer.ended)
  } else toast(answer.kind === 'refused' ? 'warning' : 'error', 'message' in answer ? answer.message : text(failed))
}
