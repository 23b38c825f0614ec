import { opens } from '../../../report/actions.ts'
import { PhoneCallDialog } from '../phone-call-dialog.tsx'

export default opens(PhoneCallDialog)
