import { upgradeFileCalls } from '@tanker/contract/endpoints/upgrade-files'
import { saveDownload } from '../../../platform/calls/save-download.ts'
import { type ActionProps, idOf, runs } from '../../../report/actions.ts'

const saveUpgradeFile = ({ row }: ActionProps): Promise<void> => saveDownload(upgradeFileCalls.content, { upgradeFileId: idOf(row) })

export default runs(saveUpgradeFile)
