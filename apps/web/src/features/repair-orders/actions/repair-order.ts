import { opens } from '../../../report/actions.ts'
import { RepairDialog } from '../repair-dialog.tsx'

export default opens(RepairDialog)
