import { type Backup, BackupRefused, backUp, restore } from '@tanker/database/backup'
import { type Settings, WrongSetting } from './settings.ts'

/** npm start -- --backup FOLDER and --restore FOLDER: the embedded database and the files of the data folder. */
export async function copyDatabaseFromTerminal(
  { databaseUrl, dataFolder }: Pick<Settings, 'databaseUrl' | 'dataFolder'>,
  { name, folder }: { readonly name: 'backup' | 'restore'; readonly folder: string },
): Promise<void> {
  if (databaseUrl !== null)
    throw new WrongSetting(
      `--${name} copies the embedded database. Back up the one of DATABASE_URL with its own means (docs/operating.md).`,
    )
  if (name === 'backup') {
    const backup = await backUp(dataFolder, folder)
    console.log(
      `Backed up ${dataFolder} to ${folder}: ${sizeOf(backup)}. Restore it with: npm start -- --restore ${folder} --data NEW_FOLDER`,
    )
    return
  }
  try {
    const backup = await restore(folder, dataFolder)
    console.log(
      `Restored the backup of ${backup.endedAt} to ${dataFolder}: ${sizeOf(backup)}. Start it with: npm start -- --data ${dataFolder}`,
    )
  } catch (error) {
    if (error instanceof BackupRefused && error.message.includes('is not empty'))
      throw new BackupRefused(`${error.message} Name it with --data.`)
    throw error
  }
}

const sizeOf = ({ files }: Backup): string => {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return `${files.length} files, ${(bytes / 1e6).toFixed(0)} MB`
}
