import type { EntityRow } from '@tanker/contract/base-data/calls'
import { useQuery } from '@tanstack/react-query'
import '../base-data/base-data.css'
import { call } from '../calls/call.ts'
import { text } from '../language.ts'
import type { ActionProps } from '../report/actions.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ReadFailed } from '../ui/read-failed.tsx'
import { LevelsCurve } from './levels-curve.tsx'

const WORDS = {
  close: { zh: '关闭', en: 'Close' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '罐容表加载失败', en: 'The tank table could not be loaded' },
} as const

type CurveDialogProps = Pick<ActionProps, 'row' | 'onClose'> & { readonly entityKey: string; readonly name: string }

/** The curve of a table that is kept. */
export const CurveDialog = ({ entityKey, row, name, onClose }: CurveDialogProps) => {
  const id = Number(row['id'])
  const table = useQuery({
    queryKey: ['levels', entityKey, id],
    queryFn: ({ signal }) => call<EntityRow>('GET', `/baseData/${entityKey}`, { values: { id }, purpose: 'silent', signal }),
  })
  return (
    <Dialog
      className="entity-dialog"
      title={name}
      onEscape={onClose}
      actions={
        <button type="button" className="button" data-first onClick={onClose}>
          {text(WORDS.close)}
        </button>
      }
    >
      {table.isPending && <p>{text(WORDS.loading)}</p>}
      {table.isError && <ReadFailed words={text(WORDS.failed)} onAgain={() => void table.refetch()} />}
      {table.data && <LevelsCurve value={String(table.data.values['rows'] ?? '')} heightPx={320} />}
    </Dialog>
  )
}
