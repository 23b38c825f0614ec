import { productGroup } from '@tanker/domain/products/product'
import { productName } from '@tanker/domain/products/product-name'
import { language, text } from '../language.ts'
import { PRODUCT_COLOUR } from '../ui/tokens.ts'

/** Colour and letter of a product: never distinguished by colour alone. */
export const productLook = (oilCode: number): { readonly colour: string; readonly letter: string } => {
  switch (productGroup(oilCode)) {
    case 'gasoline':
      return { colour: (PRODUCT_COLOUR as Record<string | number, string>)[oilCode] ?? PRODUCT_COLOUR.gasoline, letter: String(oilCode) }
    case 'diesel':
      return { colour: PRODUCT_COLOUR.diesel, letter: text({ zh: '柴', en: 'D' }) }
    case 'other':
      return { colour: PRODUCT_COLOUR.other, letter: text({ zh: '其', en: 'O' }) }
  }
}

/** What a compartment holds: by its code as everywhere; what has no name of its own by the one that the truck was given. */
export const productWords = (oilCode: number, oilName: string | null | undefined): string =>
  (language === 'zh' && productGroup(oilCode) === 'other' && oilName) || text(productName(oilCode))
