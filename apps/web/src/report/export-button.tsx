import type { Text } from '@tanker/domain/texts/text'
import { useRef, useState } from 'react'
import type { DownloadOptions } from '../platform/calls/download.ts'
import type { SavedWords } from '../platform/calls/save-download.ts'
import { text } from '../platform/language.ts'
import { shownDecimal } from '../platform/shown-values.ts'
import { ChevronDownIcon } from '../platform/ui/icons.tsx'
import { Popover } from '../platform/ui/popover.tsx'
import { toast } from '../platform/ui/toast.ts'

const WORDS = {
  export: { zh: '导出', en: 'Export' },
  others: { zh: '其他格式', en: 'Other formats' },
  cancel: { zh: '取消导出', en: 'Cancel export' },
  cancelled: { zh: '导出已取消', en: 'Export cancelled' },
  saved: { zh: '导出完成', en: 'Export finished' },
  failed: { zh: '导出失败，请重试', en: 'The export failed, please try again' },
  preparing: { zh: '正在准备…', en: 'Preparing…' },
} as const

const received = (bytes: number): string =>
  bytes === 0
    ? text(WORDS.preparing)
    : text({ zh: `已接收 ${shownDecimal(bytes / 1_048_576, 1)} MB`, en: `${shownDecimal(bytes / 1_048_576, 1)} MB received` })

type Start = (options: DownloadOptions & SavedWords) => Promise<void>

type ExportButtonProps = {
  readonly start: Start
  readonly words?: Text
  /** Other forms of the same, in a menu beside the button. */
  readonly others?: readonly { readonly label: Text; readonly start: Start }[]
}

/** Spec 7.5: a file that the server makes, the list as a spreadsheet unless `words` name another; while it comes the button says how much and stops it. */
export const ExportButton = ({ start, words = WORDS.export, others = [] }: ExportButtonProps) => {
  const running = useRef<AbortController | null>(null)
  const [bytes, setBytes] = useState<number | null>(null)

  const run = async (begin: Start): Promise<void> => {
    const stop = new AbortController()
    running.current = stop
    setBytes(0)
    try {
      await begin({ signal: stop.signal, onBytes: setBytes, saved: WORDS.saved, failed: WORDS.failed })
    } catch {
      toast('info', text(WORDS.cancelled))
    } finally {
      setBytes(null)
    }
  }

  return bytes === null ? (
    <span className="report-export">
      <button type="button" className="button" onClick={() => void run(start)}>
        {text(words)}
      </button>
      {others.length > 0 && (
        <Popover label={text(WORDS.others)} trigger={<ChevronDownIcon />} buttonClass="button" width={180}>
          {(close) => (
            <ul className="report-export-forms">
              {others.map((other) => (
                <li key={other.label.en}>
                  <button
                    type="button"
                    onClick={() => {
                      close()
                      void run(other.start)
                    }}
                  >
                    {text(other.label)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Popover>
      )}
    </span>
  ) : (
    <span className="report-exporting" role="status">
      <progress aria-label={text(words)} />
      {received(bytes)}
      <button type="button" className="button" onClick={() => running.current?.abort()}>
        {text(WORDS.cancel)}
      </button>
    </span>
  )
}
