import { createHmac } from 'node:crypto'
import type { RobotChannel } from './robot-channel.ts'

/** Custom robots of DingTalk groups: a signature over the time with the robot's secret, Markdown, an error code in the answer. */
export const dingtalk: RobotChannel = {
  name: 'dingtalk',
  tokenName: 'access_token',
  noToken: {
    zh: '地址中没有 access_token，请从机器人设置中完整复制 Webhook 地址。',
    en: 'The address has no access_token. Please copy the whole webhook address from the settings of the robot.',
  },
  maxBytes: 16_000,
  request({ address, secret }, { title, lines }, nowMs) {
    const url = new URL(address)
    if (secret !== '') {
      url.searchParams.set('timestamp', String(nowMs))
      url.searchParams.set('sign', createHmac('sha256', secret).update(`${nowMs}\n${secret}`).digest('base64'))
    }
    // A single line break is none in its Markdown.
    return { address: url.href, body: JSON.stringify({ msgtype: 'markdown', markdown: { title, text: lines.join('\n\n') } }) }
  },
  // System busy; sent too fast.
  busyCodes: [-1, 130_101, 410_100],
}
