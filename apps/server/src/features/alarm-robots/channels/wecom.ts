import type { RobotChannel } from './robot-channel.ts'

/** Robots of WeCom groups: the key in the address is all that is needed, Markdown, an error code in the answer. */
export const wecom: RobotChannel = {
  name: 'wecom',
  tokenName: 'key',
  noToken: {
    zh: '地址中没有 key，请从机器人设置中完整复制 Webhook 地址。',
    en: 'The address has no key. Please copy the whole webhook address from the settings of the robot.',
  },
  maxBytes: 4_096,
  request: ({ address }, { lines }) => ({
    address,
    body: JSON.stringify({ msgtype: 'markdown', markdown: { content: lines.join('\n') } }),
  }),
  // System busy; too many messages.
  busyCodes: [-1, 45_009, 45_033],
}
