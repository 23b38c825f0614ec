import type { OwnDeedProps } from '../base-data/own-deed-props.ts'
import { text } from '../language.ts'
import { CurveDialog } from './curve-dialog.tsx'

/** What is done with a station's tank table besides keeping it. */
export const StationTankDeeds = ({ row, onClose }: OwnDeedProps) => {
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
