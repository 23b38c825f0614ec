import { rollOutCalls } from '@tanker/contract/endpoints/roll-outs'
import { opens } from '../../../report/actions.ts'
import { decides } from '../decide-dialog.tsx'

export default opens(
  decides({
    endpoint: rollOutCalls.return,
    words: {
      submit: { zh: '退回', en: 'Roll back' },
      about: {
        zh: '把每辆已完成车辆下发前的备份写回，其余车辆不再下发。下发后又有变化的车辆不退回。',
        en: 'Writes back to each truck that is done what it had before; the other trucks get nothing. A truck whose file has changed since is left as it is.',
      },
      done: { zh: '已开始退回', en: 'Being rolled back' },
    },
  }),
)
