import { type Kysely, sql } from 'kysely'

/** A second factor for signing in, required by role where somebody wants it, and first passwords that must be changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  // Set when somebody else chose the password; the next session can do nothing but change it.
  `ALTER TABLE app_user ADD COLUMN must_change_password boolean NOT NULL DEFAULT false`,
  `ALTER TABLE role ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false`,
  `CREATE TABLE second_factor (
    user_id int PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
    -- Encrypted by the server with a key that is not in the database. In force once confirmed_at is set.
    totp_secret bytea,
    confirmed_at timestamptz,
    -- The newest time step whose code was accepted: it and older ones are used up.
    last_step bigint,
    wrong_codes int NOT NULL DEFAULT 0,
    blocked_until timestamptz,
    -- A secret that was shown and waits for its first code.
    new_totp_secret bytea,
    new_since timestamptz
  )`,
  `CREATE TABLE recovery_code (
    user_id int NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    secret_hash bytea NOT NULL,
    used_at timestamptz,
    PRIMARY KEY (user_id, secret_hash)
  )`,
  // The password was right and the code is awaited. It opens nothing by itself.
  `CREATE TABLE pending_sign_in (
    secret_hash bytea PRIMARY KEY,
    user_id int NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    attempts int NOT NULL DEFAULT 0,
    claimed_ip text,
    claimed_area text
  )`,
  `CREATE INDEX pending_sign_in_user ON pending_sign_in (user_id)`,
  `CREATE INDEX pending_sign_in_age ON pending_sign_in (expires_at)`,
  // Whoever may give a user a new password could take the account over before; the reset of a second factor is granted by itself.
  `INSERT INTO role_grant (role_id, function)
   SELECT role_id, 'users:second-factor' FROM role_grant WHERE function = 'users:password' ON CONFLICT DO NOTHING`,
] as const
