import { productListCalls } from '@tanker/contract/endpoints/product-lists'
import { MAX_SEND_REASON } from '@tanker/contract/parameter-files'
import { MAX_PRODUCTS, type ProductList } from '@tanker/contract/product-lists'
import { fileProblems } from '@tanker/parameters/check-file-values'
import { tlscfg } from '@tanker/parameters/device-files/tlscfg'
import type { FieldValues } from '@tanker/parameters/file-values'
import { useId, useState } from 'react'
import { call } from '../../../platform/calls/call.ts'
import { noTrucks, TrucksField } from '../../../platform/feed/trucks-field.tsx'
import { text } from '../../../platform/language.ts'
import { FormDialog } from '../../../platform/ui/form-dialog.tsx'
import { toast } from '../../../platform/ui/toast.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import '../parameter-files.css'
import { ParameterField } from '../parameter-field.tsx'

const WORDS = {
  title: { zh: '下发油品', en: 'Send products' },
  about: {
    zh: '替换每辆车 tlscfg.txt 中的油品，文件其余内容不变；该文件须已读取过。',
    en: 'Replaces the products in tlscfg.txt of each truck; the rest of the file stays. The file must have been read before.',
  },
  add: { zh: '添加油品', en: 'Add a product' },
  remove: { zh: '移除', en: 'Remove' },
  reason: { zh: '下发原因', en: 'Reason' },
  submit: { zh: '下发', en: 'Send' },
  needsProducts: { zh: '请添加油品。', en: 'Please add at least one product.' },
  needsReason: { zh: '请填写下发原因。', en: 'Please enter the reason.' },
} as const

/** The usual products of a station, with typical densities at 20 °C and coefficients of expansion. */
const USUAL: ProductList = [
  { ptNo: 92, ptName: '92#', ptVEC: 0.0012, ptDensity: 0.735 },
  { ptNo: 95, ptName: '95#', ptVEC: 0.0012, ptDensity: 0.7425 },
  { ptNo: 98, ptName: '98#', ptVEC: 0.0012, ptDensity: 0.75 },
  { ptNo: 0, ptName: '0#', ptVEC: 0.00083, ptDensity: 0.84 },
]
const NEW: FieldValues = { ptName: '', ptVEC: 0.0012, ptDensity: 0.74 }

const GROUP = tlscfg.groups.find(({ key }) => key === 'products')!

/** What is wrong with the list, by `products.1.ptName`. */
const problemsIn = (products: readonly FieldValues[]) => {
  const values = { fields: {}, groups: { products } }
  return fileProblems(tlscfg, values, { compartments: null, by: 'staff', before: values }).filter(({ path }) => path.startsWith('products'))
}

/** Chooses trucks, and the products that their consoles offer. */
const ProductsDialog = ({ onClose, onDone }: Pick<ActionProps, 'onClose' | 'onDone'>) => {
  const reasonId = useId()
  const [truckIds, setTruckIds] = useState<readonly number[]>([])
  const [products, setProducts] = useState<readonly FieldValues[]>(USUAL)
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const problems = isTried ? problemsIn(products) : []

  const check = (): string | null => {
    setIsTried(true)
    const none = noTrucks(truckIds)
    if (none !== null) return none
    if (products.length === 0) return text(WORDS.needsProducts)
    const [problem] = problemsIn(products)
    if (problem) return text(problem.text)
    return reason.trim() === '' ? text(WORDS.needsReason) : null
  }
  const send = async (): Promise<void> => {
    const given = { truckIds: truckIds.join(','), products: JSON.stringify(products), reason: reason.trim() }
    const { trucks, unchanged } = await call(productListCalls.send, given, { purpose: 'action' })
    const same = unchanged === 0 ? '' : text({ zh: `，${unchanged} 辆已相同`, en: `; ${unchanged} have it already` })
    toast('success', text({ zh: `已向 ${trucks} 辆车下发`, en: `Sent to ${trucks} trucks` }) + same)
    onDone()
  }
  const setField = (entry: number, key: string, value: FieldValues[string] | undefined): void =>
    setProducts(
      products.map((one, index) => {
        if (index !== entry) return one
        const { [key]: _, ...others } = one
        return value === undefined ? others : { ...one, [key]: value }
      }),
    )

  return (
    <FormDialog
      title={text(WORDS.title)}
      submit={text(WORDS.submit)}
      check={check}
      onSubmit={send}
      onCancel={onClose}
      className="parameter-dialog"
      own
    >
      <p className="dialog-note">{text(WORDS.about)}</p>
      <TrucksField value={truckIds} onChange={setTruckIds} />
      {products.map((product, entry) => (
        <fieldset key={entry} className="parameter-product">
          <legend>{`${text(GROUP.entry)} ${entry + 1}`}</legend>
          <div className="parameter-fields">
            {GROUP.fields.map((field) => (
              <ParameterField
                key={field.key}
                field={field}
                value={product[field.key]}
                isChanged={false}
                note=""
                problem={problems.find(({ path }) => path === `products.${entry}.${field.key}`)?.text ?? null}
                isKept={false}
                onChange={(value) => setField(entry, field.key, value)}
              />
            ))}
            <button type="button" className="button" onClick={() => setProducts(products.filter((_, index) => index !== entry))}>
              {text(WORDS.remove)}
            </button>
          </div>
        </fieldset>
      ))}
      <button type="button" className="button" disabled={products.length >= MAX_PRODUCTS} onClick={() => setProducts([...products, NEW])}>
        {text(WORDS.add)}
      </button>
      <label htmlFor={reasonId} className="parameter-reason">
        {text(WORDS.reason)}
      </label>
      <input
        id={reasonId}
        className="field"
        maxLength={MAX_SEND_REASON}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  )
}

export default opens(ProductsDialog)
