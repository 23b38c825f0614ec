// @vitest-environment happy-dom
import { ALL_ACTIONS } from '@tanker/contract/actions/all-actions'
import { expect, test } from 'vitest'
import { ACTION_FILES, actionOfFile, loadAction } from './load-action.ts'

const SOURCES = import.meta.glob<string>(
  ['./actions/*.{ts,tsx}', '../{base-data,report}/actions/*.{ts,tsx}', '../features/*/actions/*.{ts,tsx}'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

/** An action without a button belongs to the dialog of another one. */
const withButton = ALL_ACTIONS.filter(({ buttons }) => Object.keys(buttons).length > 0)

test('each action with a button has one file of its name, and each file in an actions folder has the name of such an action', () => {
  expect(Object.keys(ACTION_FILES).map(actionOfFile).toSorted()).toEqual(withButton.map(({ name }) => name).toSorted())
})

test('each file exports what its action opens or does by a function that checks its type', () => {
  expect(Object.keys(SOURCES).toSorted()).toEqual(Object.keys(ACTION_FILES).toSorted())
  for (const [path, source] of Object.entries(SOURCES))
    expect(source.match(/^export .*/gm), path).toEqual([expect.stringMatching(/^export default (opens|runs|openRowPage|switchTo)\(/)])
})

test('each action is loaded by its name', async () => {
  for (const { name } of withButton) {
    const loaded: object = await loadAction(name)
    expect(
      ['Dialog', 'run'].filter((part) => part in loaded),
      name,
    ).toHaveLength(1)
  }
})

test('an action without a file is not loaded', async () => {
  await expect(loadAction('force-downgrade')).rejects.toThrow('no file has the name of the action force-downgrade')
})
