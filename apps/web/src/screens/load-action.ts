import type { LoadAction, LoadedAction } from '../report/actions.ts'

/** Loaders of what each action opens or does, by file; a file in an `actions` folder has the name of its action. */
export const ACTION_FILES = import.meta.glob<LoadedAction>(
  ['./actions/*.{ts,tsx}', '../{base-data,report}/actions/*.{ts,tsx}', '../features/*/actions/*.{ts,tsx}'],
  { import: 'default' },
)

/** The action that a file is for. */
export const actionOfFile = (path: string): string => path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'))

const LOADERS = new Map(Object.entries(ACTION_FILES).map(([path, load]) => [actionOfFile(path), load]))

/** Loads an action when it is first used. */
export const loadAction: LoadAction = async (name) => {
  const load = LOADERS.get(name)
  if (!load) throw new Error(`no file has the name of the action ${name}`)
  return load()
}
