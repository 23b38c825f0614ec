import { productGroup, productGroupText } from './product.ts'
import type { Text } from '../texts/text.ts'

/** How a product is called by its oil code: 92 and above are grades of gasoline, 0 and below of diesel (spec 9). */
export function productName(oilCode: number): Text {
  const group = productGroupText[productGroup(oilCode)]
  if (oilCode === -1 || (oilCode > 0 && oilCode < 80)) return group
  return { zh: `${oilCode}#${group.zh}`, en: `${group.en} ${oilCode}` }
}
