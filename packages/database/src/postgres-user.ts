/** Whom PostgreSQL runs as; null where that is this process's own user. */
export type PostgresUser = { readonly uid: number; readonly gid: number } | null
