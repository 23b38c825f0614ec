import { downloadCalls } from '@tanker/contract/endpoints/downloads'
import type { Downloads, PlugIn } from '@tanker/contract/downloads'
import type { Text } from '@tanker/domain/texts/text'
import { useState } from 'react'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import { download, saveFile } from '../platform/calls/download.ts'
import { language, text } from '../platform/language.ts'
import { DownloadIcon } from '../platform/ui/icons.tsx'
import { toast } from '../platform/ui/toast.ts'
import { Popover } from '../platform/ui/popover.tsx'

const WORDS = {
  title: { zh: '下载', en: 'Downloads' },
  notSaved: { zh: '下载失败', en: 'The download failed' },
  failed: { zh: '下载列表加载失败', en: 'The downloads could not be listed' },
} as const

const MANUALS: Record<Downloads['manual'], Text> = {
  console: { zh: '操作手册', en: 'Operation manual' },
  'water-truck': { zh: '洒水车操作手册', en: 'Water truck manual' },
}
const PLUG_IN_NAMES: Record<PlugIn, Text> = {
  'video-plugin': { zh: '视频插件', en: 'Video plug-in' },
  'card-plugin': { zh: '发卡插件', en: 'Card-issuing plug-in' },
}

const shownSize = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`

/** A plug-in may be large: the button says so until it is there. */
const save = async (plugIn: PlugIn, fileName: string): Promise<void> => {
  const answer = await download(downloadCalls.plugIn, { plugIn }, { signal: new AbortController().signal, onBytes: () => {} })
  if (answer.kind === 'file') saveFile(answer.blob, fileName)
  else toast('error', text(WORDS.notSaved))
}

const List = ({ onChosen }: { onChosen: () => void }) => {
  const { data, isError } = useEndpoint(downloadCalls.list, {}, { purpose: 'silent' })
  const [saving, setSaving] = useState<PlugIn | null>(null)
  if (isError) return <p role="alert">{text(WORDS.failed)}</p>
  return (
    <div className="user-menu">
      {data && (
        <a className="popover-item" href={`/manual/${data.manual}/${language}.html`} target="_blank" rel="noreferrer" onClick={onChosen}>
          {text(MANUALS[data.manual])}
        </a>
      )}
      {data?.plugIns.map(({ plugIn, fileName, sizeBytes }) => (
        <button
          key={plugIn}
          className="popover-item"
          disabled={saving !== null}
          onClick={() => {
            setSaving(plugIn)
            void save(plugIn, fileName).finally(() => (setSaving(null), onChosen()))
          }}
        >
          {text(PLUG_IN_NAMES[plugIn])} · {shownSize(sizeBytes)}
        </button>
      ))}
    </div>
  )
}

/** Operation manual, and plug-ins where an administrator has put a file (spec 1, 2.11). */
export const DownloadsMenu = () => (
  <Popover width={220} buttonClass="header-button" label={text(WORDS.title)} trigger={<DownloadIcon />}>
    {(close) => <List onChosen={close} />}
  </Popover>
)
