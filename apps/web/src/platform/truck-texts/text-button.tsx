import { lazy, Suspense, useState } from 'react'
import { text } from '../language.ts'
import './text-button.css'

const WORDS = { text: { zh: '发文本', en: 'Send a text' } } as const

const SendTextDialog = lazy(() => import('./send-text-dialog.tsx').then((module) => ({ default: module.SendTextDialog })))

/** Beside the driver's number: a text to the cab instead of a call. */
export const TextButton = ({ truckId }: { readonly truckId: number }) => {
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <>
      <button type="button" className="link text-button" onClick={() => setOpen(true)}>
        {text(WORDS.text)}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <SendTextDialog truckIds={[truckId]} onSent={close} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
