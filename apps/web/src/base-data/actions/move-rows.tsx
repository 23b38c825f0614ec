import { type ActionProps, idOf, opens } from '../../report/actions.ts'
import { entityIn } from '../entity-in-view.ts'
import { MoveDialog } from '../move-dialog.tsx'

const MoveRows = ({ view, rows, onClose, onDone }: ActionProps) => (
  <MoveDialog entity={entityIn(view)} ids={rows.map(idOf)} onMoved={onDone} onClose={onClose} />
)

export default opens(MoveRows)
