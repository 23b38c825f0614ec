import { text } from '../../../platform/language.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { ThresholdDialog } from '../threshold-dialog.tsx'

const TITLE = { zh: '设置行车阈值', en: 'Set driving thresholds' } as const

const DrivingThresholdsDialog = ({ rows, onDone, onClose }: ActionProps) => (
  <ThresholdDialog screen="driving" title={text(TITLE)} owners={rows.map(idOf)} onDone={onDone} onClose={onClose} />
)

export default opens(DrivingThresholdsDialog)
