import type { UploadsUnderWay } from '../platform/feed/feed.ts'

/** "12 trucks are uploading stored data: now at 11/18/2026 14:20, about 4 min left" */
export const uploadText = (
  { trucks, at, leftMs }: UploadsUnderWay,
  timeOf: (at: string) => string,
): { readonly zh: string; readonly en: string } => {
  const minutes = leftMs === null ? null : Math.max(1, Math.ceil(leftMs / 60_000))
  const time = at === null ? '' : timeOf(at)
  return {
    zh: `${trucks} 辆车正在补传离线期间的数据，已传至 ${time}${minutes === null ? '' : `，预计还需 ${minutes} 分钟`}`,
    en: `${trucks === 1 ? '1 truck is' : `${trucks} trucks are`} uploading stored data: now at ${time}${minutes === null ? '' : `, about ${minutes} min left`}`,
  }
}
