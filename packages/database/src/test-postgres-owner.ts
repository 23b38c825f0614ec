// A program of its own for tests: starts the embedded PostgreSQL of a folder, prints its process id and address or why it
// could not, and stops it when its input ends. Usage: tsx test-postgres-owner.ts FOLDER
import { DataFolderRefused } from './data-folder.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

try {
  const server = await startEmbeddedPostgres(process.argv[2] ?? '')
  console.log(JSON.stringify({ pid: server.pid, url: server.url('postgres') }))
  process.stdin.resume()
  process.stdin.once('end', () => void server.stop().then(() => process.exit(0)))
} catch (error) {
  console.log(JSON.stringify({ refused: error instanceof DataFolderRefused, message: (error as Error).message }))
  process.exit(1)
}
