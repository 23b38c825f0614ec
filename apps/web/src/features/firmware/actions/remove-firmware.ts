import { opens } from '../../../report/actions.ts'
import { ConfirmUpgradeDialog } from '../confirm-upgrade-dialog.tsx'

export default opens(ConfirmUpgradeDialog)
