// Prints each failed test of a vitest JSON report: file, name, first lines of the error. Used by .ci/run.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const LINES_PER_ERROR = 12
const firstLines = (text) => (text ?? '').split('\n').slice(0, LINES_PER_ERROR).join('\n    ')

const [file] = process.argv.slice(2)
let report
try {
  report = JSON.parse(readFileSync(file, 'utf8'))
} catch (error) {
  console.log(`FAILED the test report is not readable: ${error.message}`)
  process.exit(0)
}
for (const suite of report.testResults) {
  const name = relative(process.cwd(), suite.name)
  const tests = suite.assertionResults.filter((test) => test.status === 'failed')
  if (suite.status === 'failed' && tests.length === 0) console.log(`FAILED ${name}\n    ${firstLines(suite.message)}`)
  for (const test of tests) console.log(`FAILED ${name} > ${test.fullName}\n    ${firstLines(test.failureMessages.join('\n'))}`)
}
