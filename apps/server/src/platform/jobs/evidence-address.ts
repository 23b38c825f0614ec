/** Where trucks send pictures and clips of alarms: as they reach it from outside. */
export type EvidenceAddress = { readonly host: string; readonly port: number }
