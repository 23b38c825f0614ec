import { parameterFileCalls } from '@tanker/contract/endpoints/parameter-files'
import { useEndpoint } from '../../../platform/calls/use-endpoint.ts'
import { text } from '../../../platform/language.ts'
import { Dialog } from '../../../platform/ui/dialog.tsx'
import { ReadFailed } from '../../../platform/ui/read-failed.tsx'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { nameOfRow } from '../name-of-row.ts'
import { ParameterForm } from '../parameter-form.tsx'

const WORDS = {
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '参数文件加载失败', en: 'The parameter file could not be loaded' },
  close: { zh: '关闭', en: 'Close' },
} as const

/** What the truck of a row reported of a file, as a form. */
const EditDialog = ({ row, onClose, onDone }: ActionProps) => {
  const { truckId, plate, file } = nameOfRow(row)
  // Each opening reads again: the truck may have reported another content since.
  const known = useEndpoint(
    parameterFileCalls.content,
    { truckId, file: file.number },
    { purpose: 'poll', gcTime: 0, refetchOnWindowFocus: false },
  )
  const title = `${plate} · ${text(file.title)}`
  if (known.data?.content && known.data.crc32 !== null)
    return (
      <ParameterForm
        key={known.data.crc32}
        title={title}
        truckId={truckId}
        file={file}
        known={known.data}
        has={known.data.content}
        seen={known.data.crc32}
        onCancel={onClose}
        onDone={onDone}
      />
    )
  return (
    <Dialog
      title={title}
      onEscape={onClose}
      actions={
        <button type="button" className="button" onClick={onClose}>
          {text(WORDS.close)}
        </button>
      }
    >
      {known.isError ? (
        <ReadFailed words={text(WORDS.failed)} onAgain={() => void known.refetch()} />
      ) : (
        <p className="waiting">{text(WORDS.loading)}</p>
      )}
    </Dialog>
  )
}

export default opens(EditDialog)
