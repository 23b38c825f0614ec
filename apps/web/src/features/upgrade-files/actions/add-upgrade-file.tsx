import { upgradeFile } from '@tanker/contract/base-data/upgrade-file'
import { upgradeFileCalls } from '@tanker/contract/endpoints/upgrade-files'
import { hasContent, type UpgradeFileType } from '@tanker/domain/devices/upgrade-file'
import { useState } from 'react'
import { EntityForm } from '../../../base-data/entity-form.tsx'
import { firstValues } from '../../../base-data/form-values.ts'
import { call } from '../../../platform/calls/call.ts'
import { readSession } from '../../../platform/calls/session.ts'
import { sentName } from '../../../platform/calls/sent-name.ts'
import { uploaded } from '../../../platform/calls/upload.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { ContentFields, contentProblems, type TypedContent } from '../content-fields.tsx'
import '../upgrade-files.css'

const NOTHING: TypedContent = { file: null, maker: '', hardware: '', parameterFile: '' }

/** Puts a file or a command into the library. */
const AddUpgradeFile = ({ onClose, onDone }: ActionProps) => {
  const [content, setContent] = useState(NOTHING)
  return (
    <EntityForm
      entity={upgradeFile}
      row={null}
      first={firstValues(upgradeFile, readSession().userInfo.organisationId)}
      onSaved={onDone}
      onCancel={onClose}
      more={{
        problems: ({ type }) => {
          const chosen = String(type) as UpgradeFileType
          return chosen !== ('' as never) && hasContent(chosen) ? contentProblems(chosen, content) : {}
        },
        sent: () => ({}),
        create: (sent) => {
          if (!hasContent(String(sent['type']) as UpgradeFileType)) return call(upgradeFileCalls.addCommand, sent, { purpose: 'silent' })
          const { file, maker, hardware, parameterFile } = content
          const about = { maker: maker.trim(), hardware: hardware.trim(), parameterFile: parameterFile || '0' }
          return uploaded(upgradeFileCalls.upload, { ...sent, ...about, fileName: sentName(file?.name ?? '') }, file ?? new File([], ''))
        },
        draw: (id, problems, clear, { type }) => {
          const chosen = String(type ?? '') as UpgradeFileType
          if (chosen === ('' as never) || !hasContent(chosen)) return null
          return (
            <ContentFields
              id={id}
              type={chosen}
              value={content}
              problems={problems}
              onChange={(value) => {
                setContent(value)
                clear()
              }}
            />
          )
        },
      }}
    />
  )
}

export default opens(AddUpgradeFile)
