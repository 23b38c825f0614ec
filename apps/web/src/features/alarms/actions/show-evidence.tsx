import { EvidenceDialog } from '../evidence-dialog.tsx'
import { opens } from '../../../report/actions.ts'

export default opens(EvidenceDialog)
