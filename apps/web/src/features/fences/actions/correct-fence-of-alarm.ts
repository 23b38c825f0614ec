import { opens } from '../../../report/actions.ts'
import { CorrectDialog } from '../correct-dialog.tsx'

export default opens(CorrectDialog)
