/** From here on the opened alarm stands beside the queue; the style sheet has the same. */
export const BESIDE = matchMedia('(width >= 860px)')
