import type { Entity } from '@tanker/contract/base-data/define-entity'
import { entityCalls } from '@tanker/contract/endpoints/base-data'
import { CHANGE_ACTIONS } from '@tanker/domain/changes/change-action'
import { useEndpoint } from '../platform/calls/use-endpoint.ts'
import { text } from '../platform/language.ts'
import { shownTime } from '../platform/shown-values.ts'
import { Dialog } from '../platform/ui/dialog.tsx'
import { ReadFailed } from '../platform/ui/read-failed.tsx'

const WORDS = {
  /** What no user changed: the truck's terminal registered. */
  terminal: { zh: '终端', en: 'Terminal' },
  title: { zh: '修改历史', en: 'History' },
  close: { zh: '关闭', en: 'Close' },
  loading: { zh: '正在加载…', en: 'Loading…' },
  failed: { zh: '修改历史加载失败', en: 'The history could not be loaded' },
  none: { zh: '暂无修改记录', en: 'No changes yet' },
  empty: { zh: '（空）', en: '(empty)' },
  to: { zh: '改为', en: 'changed to' },
} as const

type HistoryDialogProps = { readonly entity: Entity; readonly rowId: number; readonly name: string; readonly onClose: () => void }

/** Who changed a row, when, and each field before and after. */
export const HistoryDialog = ({ entity, rowId, name, onClose }: HistoryDialogProps) => {
  const history = useEndpoint(entityCalls(entity).history, { id: rowId }, { purpose: 'poll', gcTime: 0 })
  return (
    <Dialog
      className="entity-dialog"
      title={`${text(WORDS.title)} · ${name}`}
      onEscape={onClose}
      actions={
        <button className="button button-primary" data-first onClick={onClose}>
          {text(WORDS.close)}
        </button>
      }
    >
      {history.isPending && <p>{text(WORDS.loading)}</p>}
      {history.isError && <ReadFailed words={text(WORDS.failed)} onAgain={() => void history.refetch()} />}
      {history.data?.length === 0 && <p>{text(WORDS.none)}</p>}
      <ol className="entity-history">
        {(history.data ?? []).map(({ id, at, userName, action, changes }) => (
          <li key={id}>
            <p>
              <time dateTime={at}>{shownTime(at)}</time> <b>{userName === '' ? text(WORDS.terminal) : userName}</b>{' '}
              {text(CHANGE_ACTIONS[action])}
            </p>
            <dl className="facts">
              {changes.map(({ field, label, before, after }) => (
                <div key={field} className="fact">
                  <dt>{label}</dt>
                  <dd>
                    {before !== '' && (
                      <>
                        <del>{before}</del> <span aria-hidden="true">→</span>
                        <span className="entity-only-heard">{text(WORDS.to)}</span>{' '}
                      </>
                    )}
                    <ins>{after === '' ? text(WORDS.empty) : after}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
