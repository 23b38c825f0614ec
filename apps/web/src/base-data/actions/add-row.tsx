import { type ActionProps, opens } from '../../report/actions.ts'
import { EntityForm } from '../entity-form.tsx'
import { entityIn, firstOf, organisationsChanged } from '../entity-in-view.ts'

const AddRow = ({ view, onClose, onDone }: ActionProps) => {
  const entity = entityIn(view)
  const saved = (): void => {
    organisationsChanged(entity)
    onDone()
  }
  return <EntityForm entity={entity} row={null} first={firstOf(entity)} onSaved={saved} onCancel={onClose} />
}

export default opens(AddRow)
