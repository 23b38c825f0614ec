import { type CSSProperties, type ReactNode, useEffect } from 'react'
import { text } from '../language.ts'
import './proof-page.css'
import { cssName, paletteOf } from './theme.ts'

const WORDS = {
  back: { zh: '返回列表', en: 'Back to the list' },
  print: { zh: '打印', en: 'Print' },
} as const

/** Paper is light in either theme. */
const PAPER = Object.fromEntries([
  ...Object.entries(paletteOf('light')).map(([name, colour]) => [cssName(name), colour]),
  ['colorScheme', 'light'],
]) as CSSProperties

/** A page about one row of a list, to be printed; what is on paper has the class `proof-sheet`. */
export const ProofPage = ({ onBack, children }: { readonly onBack: () => void; readonly children: ReactNode }) => {
  // A screen behind another one is still in the page, and is not what is printed.
  useEffect(() => {
    document.documentElement.dataset['proof'] = ''
    return () => {
      delete document.documentElement.dataset['proof']
    }
  }, [])
  return (
    <div className="proof" style={PAPER}>
      <div className="proof-tools">
        <button type="button" className="button" onClick={onBack}>
          {text(WORDS.back)}
        </button>
        <button type="button" className="button button-primary" onClick={() => window.print()}>
          {text(WORDS.print)}
        </button>
      </div>
      {children}
    </div>
  )
}
