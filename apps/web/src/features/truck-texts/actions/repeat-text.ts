import { opens } from '../../../report/actions.ts'
import { TextToTrucks } from '../text-to-trucks.tsx'

export default opens(TextToTrucks)
