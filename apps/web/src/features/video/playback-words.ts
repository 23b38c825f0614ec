import { PLAYBACK_REASONS } from '@tanker/contract/history-video'
import { text } from '../../platform/language.ts'
import type { PlaybackView } from '../../platform/video/playback-player.ts'

const WORDS = {
  opening: { zh: '正在打开…', en: 'Opening…' },
  calling: { zh: '正在向终端请求录像…', en: 'Asking the terminal for the recording…' },
  paused: { zh: '已暂停', en: 'Paused' },
  nosignal: { zh: '没有录像信号', en: 'No pictures arrive' },
  ended: { zh: '录像已播完', en: 'The recording has ended' },
  refused: { zh: '终端拒绝了请求', en: 'The terminal refused' },
  lost: { zh: '与服务器的连接中断，请重新播放。', en: 'The connection to the server was lost. Please play again.' },
  'no-decoder': {
    zh: '此浏览器无法播放录像：请使用当前版本的 Chrome、Edge 或 Safari，并通过 HTTPS 打开平台。',
    en: 'This browser cannot play recordings. Please use a current Chrome, Edge or Safari, and open the console by HTTPS.',
  },
  'no-codec': { zh: '此浏览器不支持该录像的编码（如 H.265）。', en: 'This browser cannot decode this recording (such as H.265).' },
} as const

/** What the window says over its picture; null while it plays without a remark. */
export function playbackWords({ state, why, words }: PlaybackView): string | null {
  const reason = why === null ? null : text(PLAYBACK_REASONS[why])
  if (state === 'playing') return reason
  if (state === 'not-given') return words ?? text(WORDS.refused)
  return reason ?? text(WORDS[state])
}

/** Only a new opening goes on from here. */
export const isClosed = ({ state, why }: PlaybackView): boolean =>
  state === 'refused' || state === 'lost' || state === 'not-given' || (state === 'ended' && why !== null)
