import { entityCalls } from '@tanker/contract/endpoints/base-data'
import { saveDownload } from '../../platform/calls/save-download.ts'
import { type ActionProps, runs } from '../../report/actions.ts'
import { entityIn } from '../entity-in-view.ts'

const saveTemplate = ({ view }: ActionProps): Promise<void> => saveDownload(entityCalls(entityIn(view)).template, null)

export default runs(saveTemplate)
