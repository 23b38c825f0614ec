import { text } from '../../platform/language.ts'

/** What a track is called on this screen. */
export const trackName = (index: number): string => text({ zh: `轨迹 ${index + 1}`, en: `Track ${index + 1}` })
