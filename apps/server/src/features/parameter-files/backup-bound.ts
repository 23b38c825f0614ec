/** Backups of one parameter file of one truck: a year of weekly changes. Older ones are removed when one is taken. */
const MAX_BACKUPS_A_FILE = 50

/**
 * SQL of a common table expression: removes what is beyond the bound, after `file_kept`, the backups that the same statement adds. It
 * does not see them, so one less stays.
 */
export const FILE_BOUNDED = `file_bounded AS (DELETE FROM parameter_backup old USING file_kept WHERE old.id IN (
  SELECT beside.id FROM parameter_backup beside WHERE beside.truck_id = file_kept.truck_id AND beside.file = file_kept.file
  ORDER BY beside.taken_at DESC, beside.id DESC OFFSET ${MAX_BACKUPS_A_FILE - 1}))`
