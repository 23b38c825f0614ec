import type { EntityTable } from '../base-data/entity-table.ts'
import type { DeviceCommand } from '../device-commands/define-device-command.ts'
import type { HttpParts } from '../platform/http/parts.ts'
import type { Route } from '../platform/http/routes.ts'
import type { JobOptions } from '../platform/jobs/job.ts'
import type { Job } from '../platform/jobs/start-job.ts'

/** What one feature adds to the server. It counts once it is listed in app.ts. */
export type Feature = {
  /** Its calls, each with its policy. */
  readonly routes?: (parts: HttpParts) => readonly Route[]
  /** Kinds of base data that it stores. */
  readonly entities?: readonly EntityTable[]
  /** Kinds of device commands that it sends. */
  readonly commands?: readonly DeviceCommand[]
  /** Its background jobs. */
  readonly jobs?: (options: JobOptions) => readonly Job[]
}
