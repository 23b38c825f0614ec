import { truckTextCalls } from '@tanker/contract/endpoints/truck-texts'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { StopDialog } from '../../../report/stop-dialog.tsx'

const TITLE = { zh: '中止文本', en: 'Stop the text' } as const

const questionOf = (words: readonly string[]): string =>
  words.length === 1
    ? text({ zh: `不再发送“${words[0]}”？`, en: `No longer send "${words[0]}"?` })
    : text({ zh: `不再发送这 ${words.length} 条文本？`, en: `No longer send these ${words.length} texts?` })

/** Texts that have not reached their trucks are not sent any more. */
const StopTexts = ({ rows, onDone, onClose }: ActionProps) => (
  <StopDialog
    title={text(TITLE)}
    question={questionOf(rows.map((row) => String(row['text'])))}
    stop={() => call(truckTextCalls.stop, { textIds: rows.map(idOf).join() }, { purpose: 'action' })}
    {...{ onDone, onClose }}
  />
)

export default opens(StopTexts)
