import { opens } from '../../../report/actions.ts'
import { DecideDialog } from '../decide-dialog.tsx'

export default opens(DecideDialog)
