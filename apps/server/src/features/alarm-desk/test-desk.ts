import { type SignedIn, startTestApi, type TestApi } from '../../platform/http/test-api.ts'

/** A web console whose dispatchers may use everything, and whose customers see the alarm desk. */
export async function startDeskApi(): Promise<{ server: TestApi; admin: SignedIn; anna: SignedIn; ben: SignedIn; carl: SignedIn }> {
  const server = await startTestApi()
  await server.database.pool.query(
    `INSERT INTO role_grant (role_id, permission)
     SELECT id, CASE WHEN name = '调度员' THEN '*' ELSE 'monitor/alarm_desk' END FROM role WHERE name IN ('调度员', '客户')`,
  )
  const [admin, anna, ben, carl] = [
    await server.signIn('admin'),
    await server.signIn('anna'),
    await server.signIn('ben'),
    await server.signIn('carl'),
  ]
  return { server, admin, anna, ben, carl }
}
