import { createTestDatabase } from '@tanker/database/test-database'
import { expect, test } from 'vitest'
import { createPositionPartitions } from './position-partitions.ts'

test('partitions reach from yesterday to a week ahead, rows that came before move in, and two at once do not disturb each other', async () => {
  const database = await createTestDatabase()
  const insert = (at: string) =>
    database.pool.query(
      `INSERT INTO position (truck_id, at, kind, digest, organisation_id, received_at, lat, lng, speed, heading, flags, packed) VALUES (1, $1, 0, 1, 1, now(), 0, 0, 0, 0, 0, '')`,
      [at],
    )
  const whereIs = async (at: string) =>
    (await database.pool.query<{ t: string }>(`SELECT tableoid::regclass::text AS t FROM position WHERE at = $1`, [at])).rows[0]?.t
  await insert('2026-03-02T12:00:00Z')
  await insert('2026-01-01T12:00:00Z')
  const now = new Date('2026-03-01T10:00:00Z')
  const [first, second] = await Promise.all([createPositionPartitions(database.db, now), createPositionPartitions(database.db, now)])
  expect([...first, ...second]).toHaveLength(9)
  expect([...first, ...second].toSorted()[0]).toBe('position_2026_02_28')
  expect(await whereIs('2026-03-02T12:00:00Z')).toBe('position_2026_03_02')
  expect(await whereIs('2026-01-01T12:00:00Z')).toBe('position_rest')
  await expect(insert('2026-03-02T12:00:00Z')).rejects.toThrow(/duplicate key/)
  expect(await createPositionPartitions(database.db, new Date('2026-03-02T00:00:00Z'))).toEqual(['position_2026_03_09'])
  await database.close()
})
