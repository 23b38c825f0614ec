// Exports a list from its own server and reads the file with LibreOffice: the values must match the stored ones.
// Usage: node --import tsx check/xlsx-libreoffice.mjs   (needs soffice on the path; npm run build first)
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '../packages/contract/src/password.ts'
import { startProduct } from '../journeys/running-product.ts'
import startTestServer from '../run/test-database.ts'

const PATH = 'cargo_monitor/exception_report/alarm_switch_cover'
/** Texts that a spreadsheet could run as formulas. */
const TRICKS = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '=HYPERLINK("http://127.0.0.1","x")']

const folder = mkdtempSync(join(tmpdir(), 'tanker-xlsx-'))
const stopServer = await startTestServer()
const product = await startProduct()
try {
  const expected = await store()
  writeFileSync(join(folder, 'export.xlsx'), await exported())
  convert('csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false')
  convert('fods')
  const lines = readFileSync(join(folder, 'export.csv'), 'utf8').trim().split('\n').slice(1)
  // Below the first empty line stand the totals and what was asked.
  const end = lines.findIndex((line) => /^,*$/.test(line))
  const read = lines.slice(0, end)
  const total = `合计,${62.5 * expected.length},`
  if (lines[end + 1] !== total) {
    console.error(`LibreOffice reads the totals as "${lines[end + 1]}" instead of "${total}"`)
    process.exitCode = 1
  }
  // The header and the rows, without the totals.
  const filter = /<table:database-range [^>]*>/.exec(readFileSync(join(folder, 'export.fods'), 'utf8'))?.[0] ?? ''
  const lastCell = `.C${expected.length + 1}`
  if (!filter.includes('.A1:') || !filter.includes(`${lastCell}"`) || !filter.includes('table:display-filter-buttons="true"')) {
    console.error(`LibreOffice reads the filter as "${filter}", expected it from A1 to ${lastCell}`)
    process.exitCode = 1
  }
  const missing = expected.filter((line) => !read.includes(line))
  if (read.length !== expected.length || missing.length > 0) {
    console.error(
      `LibreOffice reads ${read.length} rows of ${expected.length}. Not as stored:\n${missing.join('\n')}\nRead:\n${read.join('\n')}`,
    )
    process.exitCode = 1
  } else console.log(`LibreOffice reads ${read.length} rows as they were stored; no text became a formula.`)
} finally {
  await product.stop()
  await stopServer()
  rmSync(folder, { recursive: true, force: true })
}

function convert(format) {
  execFileSync('soffice', ['--headless', '--convert-to', format, '--outdir', folder, join(folder, 'export.xlsx')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, HOME: folder },
  })
}

/** Stores one alarm per trick, as its result; returns the expected lines. */
async function store() {
  const { pool } = product.database
  const lines = []
  for (const [index, trick] of TRICKS.entries()) {
    const { rows } = await pool.query(
      `INSERT INTO alarm (truck_id, organisation_id, type, started_at, object, name, grade, live, properties, handle_result)
       SELECT id, organisation_id, 1, now() - interval '1 hour', $1::int, 'check', 'red', false, '{"lossL": 62.5}', $2 FROM truck ORDER BY id LIMIT 1
       RETURNING (SELECT plate FROM truck WHERE id = truck_id) AS plate`,
      [index, trick],
    )
    lines.push(`${rows[0].plate},62.5,${/[",]/.test(trick) ? `"${trick.replaceAll('"', '""')}"` : trick}`)
  }
  return lines
}

async function exported() {
  const password = product.signIns.get('admin')
  const answer = await fetch(`${product.address}/api/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'admin', password: hashPassword('admin', password) }),
  })
  const { data } = await answer.json()
  const { rows } = await product.database.pool.query('SELECT id FROM organisation WHERE parent_id IS NULL ORDER BY id LIMIT 1')
  const response = await fetch(`${product.address}/api/reports/${PATH}/export`, {
    method: 'POST',
    headers: { cookie: answer.headers.get('set-cookie').split(';')[0], 'header-id': data['header-id'] },
    body: new URLSearchParams({
      fields: 'plate,loss,handleResult',
      scope: JSON.stringify({ truckIds: [], organisationIds: [rows[0].id] }),
      when: JSON.stringify({ from: new Date(Date.now() - 86_400_000).toISOString(), to: new Date().toISOString() }),
    }),
  })
  if (!response.headers.get('content-type').includes('spreadsheet')) throw new Error(await response.text())
  return Buffer.from(await response.arrayBuffer())
}
