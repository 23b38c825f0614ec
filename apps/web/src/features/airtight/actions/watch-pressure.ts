import { opens } from '../../../report/actions.ts'
import { PressureDialog } from '../pressure-dialog.tsx'

export default opens(PressureDialog)
