/** A reporter for knip: what it says about its configuration, as JSON to the standard error. */
export default ({ configurationHints }) => {
  process.stderr.write(
    `${JSON.stringify(configurationHints.map(({ type, identifier, workspaceName }) => ({ type, identifier: String(identifier), workspaceName })))}\n`,
  )
}
