import { type ActionProps, idOf, opens } from '../../report/actions.ts'
import { entityIn, nameIn } from '../entity-in-view.ts'
import { HistoryDialog } from '../history-dialog.tsx'

const RowHistory = ({ view, row, onClose }: ActionProps) => {
  const entity = entityIn(view)
  return <HistoryDialog entity={entity} rowId={Number(idOf(row))} name={nameIn(entity, row)} onClose={onClose} />
}

export default opens(RowHistory)
