/** Backups of one parameter file of one truck: a year of weekly changes. Older ones are removed when one is taken. */
const MAX_BACKUPS_A_FILE = 50

/** A statement does not see the row that it adds: so many older ones may stay. */
export const PLACES_BESIDE_A_NEW_BACKUP = MAX_BACKUPS_A_FILE - 1
