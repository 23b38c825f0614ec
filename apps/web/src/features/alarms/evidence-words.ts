import type { AlarmEvidence } from '@tanker/contract/evidence'
import type { EvidenceState } from '@tanker/domain/devices/evidence'
import type { Text } from '@tanker/domain/texts/text'

const STATES: Readonly<Record<EvidenceState, Text>> = {
  waiting: { zh: '等待向车辆调取', en: 'waiting to ask the truck' },
  asked: { zh: '已请求，等待车辆上传', en: 'asked, the truck has not sent yet' },
  receiving: { zh: '正在上传', en: 'arriving now' },
  complete: { zh: '已收齐', en: 'complete' },
  partly: { zh: '部分收到', en: 'came in part' },
  refused: { zh: '终端拒绝：不支持、已不再保存或文件过大', en: 'refused: not supported, no longer kept, or files too large' },
  expired: { zh: '车辆没有上传', en: 'the truck did not send them' },
}

/** What is known of each request, one line each. */
export const requestLines = ({ requests }: Pick<AlarmEvidence, 'requests'>): Text[] =>
  requests.map(({ state, attachments, refusedFiles }, index) => {
    const { zh, en } = STATES[state]
    const left = { zh: `，${refusedFiles} 个文件格式不支持`, en: `; ${refusedFiles} of a kind that is not stored` }
    return {
      zh: `第 ${index + 1} 次事件：终端有 ${attachments} 个文件，${zh}${refusedFiles > 0 ? left.zh : ''}`,
      en: `Event ${index + 1}: ${attachments} ${attachments === 1 ? 'file' : 'files'} on the terminal, ${en}${refusedFiles > 0 ? left.en : ''}`,
    }
  })

/** Whether something has not come that may be asked for again. */
export const mayAskAgain = ({ ready, requests }: AlarmEvidence): boolean =>
  ready && requests.some(({ state }) => ['asked', 'partly', 'refused', 'expired'].includes(state))
