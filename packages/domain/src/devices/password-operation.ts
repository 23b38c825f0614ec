import type { Text } from '../texts/text.ts'

type Operation = {
  readonly label: Text
  /** On the wire, and as the text of the event that reports its use (docs/tanker-extension.md). */
  readonly number: number
  /** Openings after its use are authorised. */
  readonly opens: boolean
}

/** What a console lets a driver do after a one-time password. */
export const PASSWORD_OPERATIONS = {
  open: { label: { zh: '开盖', en: 'Open covers' }, number: 1, opens: true },
  product: { label: { zh: '换品', en: 'Change the product' }, number: 2, opens: false },
  print: { label: { zh: '强制打印', en: 'Print a receipt' }, number: 3, opens: false },
  repair: { label: { zh: '维修', en: 'Repair' }, number: 4, opens: true },
} as const satisfies Readonly<Record<string, Operation>>
export type PasswordOperation = keyof typeof PASSWORD_OPERATIONS

const BY_TEXT: ReadonlyMap<string, Operation> = new Map(Object.values(PASSWORD_OPERATIONS).map((one) => [String(one.number), one]))

/** The operation that the event of a used password names; consoles that name none use other texts. */
export const operationOfEvent = (text: string): Operation | undefined => BY_TEXT.get(text)
