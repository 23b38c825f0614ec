import type { Entity } from '@tanker/contract/base-data/define-entity'
import { entityCalls } from '@tanker/contract/endpoints/base-data'
import '../../base-data/base-data.css'
import { useEndpoint } from '../../platform/calls/use-endpoint.ts'
import { text } from '../../platform/language.ts'
import type { ActionProps } from '../../report/actions.ts'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ReadFailed } from '../../platform/ui/read-failed.tsx'
import { LevelsCurve } from '../../base-data/levels-curve.tsx'

const WORDS = {
  close: { zh: '关闭', en: 'Close' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '罐容表加载失败', en: 'The tank table could not be loaded' },
} as const

type CurveDialogProps = Pick<ActionProps, 'row' | 'onClose'> & { readonly entity: Entity; readonly name: string }

/** The curve of a table that is kept. */
export const CurveDialog = ({ entity, row, name, onClose }: CurveDialogProps) => {
  const id = Number(row['id'])
  const table = useEndpoint(entityCalls(entity).read, { id }, { purpose: 'silent' })
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
