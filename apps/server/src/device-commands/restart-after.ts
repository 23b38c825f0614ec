/** A terminal that is not connected within this time after a delayed restart was due keeps running. */
export const RESTART_EXPIRES_S = 3_600

/**
 * SQL of a common table expression: a command that is done and has a restart delay is followed by a restart of the terminal, which is not
 * sent before the delay is over. Nothing follows where a restart of the truck is open already.
 */
export const RESTART_FOLLOWS = `, restarted AS (INSERT INTO device_command
    (truck_id, organisation_id, kind, max_tries, ordered_by, ordered_at, not_before, expires_at, form_values)
  SELECT c.truck_id, c.organisation_id, 'remote-control', 1, c.ordered_by, c.finished_at, due.at, due.at + interval '${RESTART_EXPIRES_S} s',
    jsonb_build_object('command', 'restart', 'reason', coalesce(c.form_values ->> 'reason', ''))
  FROM changed c CROSS JOIN LATERAL (SELECT c.finished_at + make_interval(mins => c.restart_delay_min) AS at) AS due
  WHERE c.state = 'done' AND c.restart_delay_min IS NOT NULL AND NOT EXISTS (SELECT FROM device_command o
    WHERE o.truck_id = c.truck_id AND o.kind = 'remote-control' AND o.form_values ->> 'command' = 'restart' AND o.finished_at IS NULL))`
