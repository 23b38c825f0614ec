import { entityCalls } from '@tanker/contract/endpoints/base-data'
import type { EntityRow } from '@tanker/contract/base-data/calls'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { type ActionProps, idOf, opens } from '../../report/actions.ts'
import { EntityForm } from '../entity-form.tsx'
import { entityIn, firstOf, organisationsChanged } from '../entity-in-view.ts'

/** Shown when the current values of the row have arrived. */
const EditRow = ({ view, row, onClose, onDone }: ActionProps) => {
  const entity = entityIn(view)
  const [current, setCurrent] = useState<EntityRow | null>(null)
  const read = useEffectEvent(() => {
    // `call` shows a failure.
    void call(entityCalls(entity).read, { id: idOf(row) }, { purpose: 'action' }).then(setCurrent, onClose)
  })
  useEffect(() => read(), [])
  const saved = (): void => {
    organisationsChanged(entity)
    onDone()
  }
  return current && <EntityForm entity={entity} row={current} first={firstOf(entity)} onSaved={saved} onCancel={onClose} />
}

export default opens(EditRow)
