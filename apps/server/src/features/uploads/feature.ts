import type { Feature } from '../feature.ts'
import { uploadSumsJob } from './upload-sums-job.ts'

/** How much each truck uploads. */
export const uploads: Feature = {
  jobs: (options) => [uploadSumsJob(options)],
}
