/** Files of a terminal that are stored, by their own bytes. */
export const EVIDENCE_KINDS = ['jpg', 'png', 'mp4', 'wav', 'txt'] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

/** How far the request for the pictures of one event is. */
export const EVIDENCE_STATES = ['waiting', 'asked', 'receiving', 'complete', 'partly', 'refused', 'expired'] as const
export type EvidenceState = (typeof EVIDENCE_STATES)[number]
