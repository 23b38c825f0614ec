import { sentCommandCalls } from '@tanker/contract/endpoints/sent-commands'
import { call } from '../../../platform/calls/call.ts'
import { text } from '../../../platform/language.ts'
import { type ActionProps, idOf, opens } from '../../../report/actions.ts'
import { StopDialog } from '../../../report/stop-dialog.tsx'

const TITLE = { zh: '中止下发', en: 'Stop sending' } as const

const plateOf = (row: ActionProps['row']): string => (row['plate'] as { readonly plate: string }).plate

/** What is open is not sent on; a truck that has received all of it may still put it to use. */
const StopCommand = ({ rows, row, onDone, onClose }: ActionProps) => (
  <StopDialog
    title={text(TITLE)}
    question={
      rows.length === 1
        ? text({
            zh: `中止向 ${plateOf(row)} 的下发？车辆已收全的内容仍可能生效。`,
            en: `Stop sending to ${plateOf(row)}? What the truck has received in full may still be put to use.`,
          })
        : text({
            zh: `中止这 ${rows.length} 项下发？车辆已收全的内容仍可能生效。`,
            en: `Stop these ${rows.length} commands? What a truck has received in full may still be put to use.`,
          })
    }
    stop={() => call(sentCommandCalls.stop, { commandIds: rows.map(idOf).join() }, { purpose: 'action' })}
    {...{ onDone, onClose }}
  />
)

export default opens(StopCommand)
