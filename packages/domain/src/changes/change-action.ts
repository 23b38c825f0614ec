import type { Text } from '../texts/text.ts'

/** What may have been done with a row, as its history names it. */
export const CHANGE_ACTIONS = {
  create: { zh: '新增', en: 'Added' },
  change: { zh: '修改', en: 'Changed' },
  enable: { zh: '启用', en: 'Enabled' },
  disable: { zh: '停用', en: 'Disabled' },
  delete: { zh: '删除', en: 'Deleted' },
  import: { zh: '导入', en: 'Imported' },
  receive: { zh: '接收', en: 'Received' },
  handle: { zh: '处理', en: 'Handled' },
  assign: { zh: '指派', en: 'Assigned' },
  confirm: { zh: '确认', en: 'Confirmed' },
  match: { zh: '匹配', en: 'Matched' },
  unmatch: { zh: '取消匹配', en: 'Unmatched' },
  sign: { zh: '签收', en: 'Signed' },
  dispute: { zh: '提出异议', en: 'Disputed' },
  send: { zh: '下发', en: 'Sent to the truck' },
  stop: { zh: '停止下发', en: 'Stopped sending' },
  resume: { zh: '继续下发', en: 'Went on sending' },
  return: { zh: '退回', en: 'Rolled back' },
  resend: { zh: '重新发送', en: 'Sent again' },
  issue: { zh: '生成', en: 'Issued' },
  revoke: { zh: '吊销', en: 'Revoked' },
  reveal: { zh: '查看完整证件号码', en: 'Viewed the full ID number' },
  share: { zh: '共享', en: 'Shared' },
  unshare: { zh: '取消共享', en: 'No longer shared' },
  stage: { zh: '事故演练', en: 'Staged an accident' },
  watch: { zh: '观看实时视频', en: 'Watched live' },
  replay: { zh: '回放录像', en: 'Played a recording' },
  redeem: { zh: '使用', en: 'Used' },
} as const satisfies Readonly<Record<string, Text>>

export type ChangeAction = keyof typeof CHANGE_ACTIONS
