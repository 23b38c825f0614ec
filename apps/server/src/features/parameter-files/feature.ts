import type { Feature } from '../feature.ts'
import { compareFilesJob } from './compare-files-job.ts'
import { parameterFileRoutes } from './parameter-file-routes.ts'
import { readFileCommand, writeFileCommand } from './parameter-file.command.ts'

export { copyParameterFile, refuseSecrets, refuseUnreadable } from './copy-parameter-file.ts'
export { knownFile } from './read-parameter-files.ts'
export { restoreBackup } from './parameter-backups.ts'
export { writeFileCommand } from './parameter-file.command.ts'
export { orderWrite } from './send-parameter-file.ts'

/** Parameter files of consoles: read, kept and written. */
export const parameterFiles: Feature = {
  routes: parameterFileRoutes,
  commands: [readFileCommand, writeFileCommand],
  jobs: (options) => [compareFilesJob(options)],
}
