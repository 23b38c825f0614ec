import { deviceTestCalls } from '@tanker/contract/endpoints/device-tests'
import { call } from '../../../platform/calls/call.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { CancelTestDialog } from '../cancel-test-dialog.tsx'

/** Cancels the open test of a row. */
const CancelTestAction = ({ row, onClose, onDone }: ActionProps) => {
  const cancel = async (): Promise<void> => {
    try {
      await call(deviceTestCalls.cancel, { id: idOf(row) }, { purpose: 'action' })
    } catch {
      // `call` has shown the reason; the list shows the current state.
    }
    onDone()
  }
  const { plate } = row['plate'] as { readonly plate: string }
  return <CancelTestDialog plate={plate} tester={String(row['tester'])} onConfirm={cancel} onClose={onClose} />
}

export default opens(CancelTestAction)
