import { LIVE_REASONS } from '@tanker/contract/video'
import { text } from '../../platform/language.ts'
import type { WindowState } from '../../platform/video/live-player.ts'

const WORDS = {
  opening: { zh: '正在打开…', en: 'Opening…' },
  calling: { zh: '正在呼叫终端…', en: 'Calling the terminal…' },
  nosignal: { zh: '没有视频信号', en: 'No signal' },
  ended: { zh: '视频已结束', en: 'The video has ended' },
  refused: { zh: '终端拒绝了请求', en: 'The terminal refused' },
  lost: { zh: '连接中断，正在重新连接…', en: 'Connection lost, connecting again…' },
  noDecoder: {
    zh: '此浏览器无法播放实时视频：请使用当前版本的 Chrome、Edge 或 Safari，并通过 HTTPS 打开平台。',
    en: 'This browser cannot play live video. Please use a current Chrome, Edge or Safari, and open the console by HTTPS.',
  },
  noCodec: {
    zh: '此浏览器不支持该摄像头的编码（如 H.265），请改看子码流。',
    en: 'This browser cannot decode this camera (such as H.265). Please watch the sub stream.',
  },
} as const

/** What a window says instead of, or over, its picture; null while it plays. */
export function stateWords({ state, why, words }: WindowState): string | null {
  const reason = why === null ? null : text(LIVE_REASONS[why])
  switch (state) {
    case 'playing':
      return null
    case 'opening':
    case 'calling':
    case 'lost':
      return text(WORDS[state])
    case 'nosignal':
    case 'ended':
    case 'refused':
      return reason ?? text(WORDS[state])
    case 'no-decoder':
      return text(WORDS.noDecoder)
    case 'no-codec':
      return text(WORDS.noCodec)
    case 'not-given':
      return words ?? text(WORDS.refused)
  }
}

/** Whether only the user can make it go on. */
export const needsUser = ({ state }: WindowState): boolean => state === 'ended' || state === 'refused' || state === 'not-given'

/** A picture older than this stands still. */
const STANDS_S = 3

export const standsWords = (seconds: number | null): string | null =>
  seconds === null || seconds < STANDS_S
    ? null
    : text({ zh: `画面停滞 ${Math.floor(seconds)} 秒`, en: `The picture has stood for ${Math.floor(seconds)} s` })
