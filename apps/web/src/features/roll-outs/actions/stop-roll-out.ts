import { rollOutCalls } from '@tanker/contract/endpoints/roll-outs'
import { opens } from '../../../report/actions.ts'
import { decides } from '../decide-dialog.tsx'

export default opens(
  decides({
    endpoint: rollOutCalls.stop,
    words: {
      submit: { zh: '停止', en: 'Stop' },
      about: {
        zh: '正在下发的中止，其余车辆不再下发；已完成的车辆保持不变。车辆已收全的内容仍可能生效。',
        en: 'What is being sent is stopped, and the other trucks get nothing; trucks that are done stay as they are. What a truck has received in full may still be put to use.',
      },
      done: { zh: '已停止', en: 'Stopped' },
    },
  }),
)
