import { tankTable } from '@tanker/contract/base-data/tank-table'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { CurveDialog } from '../curve-dialog.tsx'
import { tableName } from '../table-name.ts'

/** The curve of a truck's table. */
const TankTableCurve = ({ row, onClose }: ActionProps) => (
  <CurveDialog entity={tankTable} row={row} name={tableName(row)} onClose={onClose} />
)

export default opens(TankTableCurve)
