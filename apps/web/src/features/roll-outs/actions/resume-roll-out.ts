import { rollOutCalls } from '@tanker/contract/endpoints/roll-outs'
import { opens } from '../../../report/actions.ts'
import { decides } from '../decide-dialog.tsx'

export default opens(
  decides({
    endpoint: rollOutCalls.resume,
    words: {
      submit: { zh: '继续', en: 'Resume' },
      about: {
        zh: '从暂停处继续。失败的车辆不再下发；暂停前的故障不再计入；首批在观察中暂停的，重新观察。',
        en: 'Goes on where it paused. Trucks that failed are left as they are, faults of before count no more, and first trucks that were being watched are watched again.',
      },
      done: { zh: '已继续', en: 'Goes on' },
    },
  }),
)
