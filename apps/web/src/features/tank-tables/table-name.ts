import { text } from '../../platform/language.ts'
import type { Row } from '../../report/actions.ts'

/** Which table, as a person says it: truck, compartment, serial number. */
export const tableName = (row: Row): string => {
  const { plate } = row['plate'] as { plate: string }
  const [compartment, serial] = [String(row['compartment']), String(row['serial'])]
  return text({ zh: `${plate} ${compartment}仓 ${serial}`, en: `${plate}, compartment ${compartment}, ${serial}` })
}
