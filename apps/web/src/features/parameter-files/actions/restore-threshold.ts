import { opens } from '../../../report/actions.ts'
import { RestoreChangeDialog } from '../restore-change-dialog.tsx'

export default opens(RestoreChangeDialog)
