import { opens } from '../../../report/actions.ts'
import { TripCurveDialog } from '../trip-curve-dialog.tsx'

export default opens(TripCurveDialog)
