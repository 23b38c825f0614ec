import { remoteControlCalls } from '@tanker/contract/endpoints/remote-control'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { StopDialog } from '../../../report/stop-dialog.tsx'

const WORDS = {
  title: { zh: '中止指令', en: 'Stop the command' },
  question: {
    zh: '不再下发该指令？已发出的可能仍会执行。',
    en: 'No longer send this command? If it is out already, it may still be carried out.',
  },
} as const

/** A command that its truck has not taken is not sent any more. */
const StopControl = ({ row, onDone, onClose }: ActionProps) => (
  <StopDialog
    title={text(WORDS.title)}
    question={text(WORDS.question)}
    stop={() => call(remoteControlCalls.stop, { controlId: Number(idOf(row)) }, { purpose: 'action' })}
    {...{ onDone, onClose }}
  />
)

export default opens(StopControl)
