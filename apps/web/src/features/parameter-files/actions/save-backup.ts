import { parameterBackupCalls } from '@tanker/contract/endpoints/parameter-backups'
import { saveDownload } from '../../../platform/calls/save-download.ts'
import { type ActionProps, idOf, runs } from '../../../report/actions.ts'

const saveBackup = ({ row }: ActionProps): Promise<void> => saveDownload(parameterBackupCalls.download, { backupId: idOf(row) })

export default runs(saveBackup)
