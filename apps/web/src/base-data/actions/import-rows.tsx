import { type ActionProps, opens } from '../../report/actions.ts'
import { entityIn, organisationsChanged } from '../entity-in-view.ts'
import { ImportDialog } from '../import-dialog.tsx'

const ImportRows = ({ view, onClose, onDone }: ActionProps) => {
  const entity = entityIn(view)
  const imported = (): void => {
    organisationsChanged(entity)
    onDone()
  }
  return <ImportDialog entity={entity} onImported={imported} onClose={onClose} />
}

export default opens(ImportRows)
