import type { Migration } from 'kysely'
import * as spine from './0001-spine.ts'
import * as views from './0002-reading-views.ts'
import * as feedOrder from './0003-feed-order.ts'

/** Every migration by name, in order. A release never changes one that a former release carried. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-spine': spine,
  '0002-reading-views': views,
  '0003-feed-order': feedOrder,
}
