import { stationTank } from '@tanker/contract/base-data/station-tank'
import { text } from '../../../platform/language.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { CurveDialog } from '../curve-dialog.tsx'

/** The curve of a station's table. */
const StationTankCurve = ({ row, onClose }: ActionProps) => {
  const { name } = row['station'] as { readonly name: string }
  const tank = String(row['tankNo'])
  const shown = text({ zh: `${name} ${tank}号罐`, en: `${name}, tank ${tank}` })
  return <CurveDialog entity={stationTank} row={row} name={shown} onClose={onClose} />
}

export default opens(StationTankCurve)
