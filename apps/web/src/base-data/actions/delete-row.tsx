import { entityCalls } from '@tanker/contract/endpoints/base-data'
import { useState } from 'react'
import { call } from '../../platform/calls/call.ts'
import { text } from '../../platform/language.ts'
import { AskingDialog } from '../../platform/ui/asking-dialog.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { type ActionProps, idOf, opens } from '../../report/actions.ts'
import { entityIn, nameIn, organisationsChanged } from '../entity-in-view.ts'

const WORDS = {
  delete: { zh: '删除', en: 'Delete' },
  cancel: { zh: '取消', en: 'Cancel' },
  deleted: { zh: '删除成功', en: 'Deleted' },
} as const

const DeleteRow = ({ view, row, onClose, onDone }: ActionProps) => {
  const entity = entityIn(view)
  const name = nameIn(entity, row)
  const [busy, setBusy] = useState(false)
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await call(entityCalls(entity).remove, { id: idOf(row) }, { purpose: 'action' })
      toast('success', text(WORDS.deleted))
      organisationsChanged(entity)
      onDone()
    } catch {
      // `call` has shown the reason; close the dialog, there is nothing to correct in it.
      onClose()
    }
  }
  return (
    <AskingDialog
      title={text({ zh: `删除${entity.name.zh}`, en: `Delete ${entity.name.en.toLowerCase()}` })}
      cancel={text(WORDS.cancel)}
      confirm={text(WORDS.delete)}
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void remove()}
    >
      <p>{text({ zh: `确定删除“${name}”吗？`, en: `Delete "${name}"?` })}</p>
    </AskingDialog>
  )
}

export default opens(DeleteRow)
