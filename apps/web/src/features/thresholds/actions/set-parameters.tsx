import { text } from '../../../platform/language.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { ThresholdDialog } from '../threshold-dialog.tsx'

const TITLE = { zh: '设置参数', en: 'Set parameters' } as const

/** A row names its owner and its parameter; a default has no owner. */
const ParametersDialog = ({ rows, onDone, onClose }: ActionProps) => {
  const [owner, name] = (rows[0] === undefined ? '' : idOf(rows[0])).split(' ')
  const owners = owner === undefined || owner === '' || owner === 'd' ? [] : [owner]
  return <ThresholdDialog screen="parameters" title={text(TITLE)} owners={owners} name={name} onDone={onDone} onClose={onClose} />
}

export default opens(ParametersDialog)
