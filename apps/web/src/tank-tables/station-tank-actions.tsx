import type { CustomActionProps } from '../base-data/custom-action-props.ts'
import { text } from '../language.ts'
import { CurveDialog } from './curve-dialog.tsx'

/** What is done with a station's tank table besides keeping it. */
export const StationTankActions = ({ row, onClose }: CustomActionProps) => {
  const { name } = row['station'] as { name: string }
  const tank = String(row['tankNo'])
  return (
    <CurveDialog
      entityKey="atg_tank_table"
      row={row}
      name={text({ zh: `${name} ${tank}号罐`, en: `${name}, tank ${tank}` })}
      onClose={onClose}
    />
  )
}
