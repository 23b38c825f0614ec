/** Numbers of the parameter files with secrets. Written here too, because every list loads the actions, and the catalogue is large. */
export const FILES_WITH_SECRETS: readonly string[] = ['9']
