import { text } from '../../../platform/language.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { ThresholdDialog } from '../threshold-dialog.tsx'

const TITLE = { zh: '设置异常装油规则', en: 'Set rules of abnormal loading' } as const

const LoadingRulesDialog = ({ rows, onDone, onClose }: ActionProps) => (
  <ThresholdDialog screen="loading" title={text(TITLE)} owners={rows.map(idOf)} onDone={onDone} onClose={onClose} />
)

export default opens(LoadingRulesDialog)
