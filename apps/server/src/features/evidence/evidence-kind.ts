import { EVIDENCE_KINDS, type EvidenceKind } from '@tanker/domain/devices/evidence'

/** Bytes at the beginning of a file by which its kind is known. */
export const KIND_BYTES = 512
/** A text of a terminal is some lines. */
const MAX_TEXT_BYTES = 1_000_000

const begins = (head: Buffer, at: number, bytes: string): boolean => head.toString('latin1', at, at + bytes.length) === bytes

const isText = (head: Buffer): boolean =>
  head.length > 0 && head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)

const RULES: Readonly<Record<EvidenceKind, (head: Buffer, bytes: number) => boolean>> = {
  jpg: (head) => begins(head, 0, '\xff\xd8\xff'),
  png: (head) => begins(head, 0, '\x89PNG\r\n\x1a\n'),
  mp4: (head) => begins(head, 4, 'ftyp'),
  wav: (head) => begins(head, 0, 'RIFF') && begins(head, 8, 'WAVE'),
  txt: (head, bytes) => bytes <= MAX_TEXT_BYTES && isText(head),
}

/** The kind of a file by its first bytes, not by its name; null for anything else, which is not stored. */
export const evidenceKind = (head: Buffer, bytes: number): EvidenceKind | null =>
  EVIDENCE_KINDS.find((kind) => RULES[kind](head, bytes)) ?? null
