import { firmwareCalls } from '@tanker/contract/endpoints/firmware'
import { saveDownload } from '../../../platform/calls/save-download.ts'
import { type ActionProps, idOf, runs } from '../../../report/actions.ts'

const saveFirmware = ({ row }: ActionProps): Promise<void> => saveDownload(firmwareCalls.download, { firmwareId: idOf(row) })

export default runs(saveFirmware)
