import type { PlainValues } from '@tanker/contract/base-data/define-entity'
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

const typeOf = (values: PlainValues): UpgradeFileType => values['type'] as UpgradeFileType

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
        problems: (values) => {
          const type = typeOf(values)
          return hasContent(type) ? contentProblems(type, content) : {}
        },
        sent: () => ({}),
        create: (sent) => {
          if (!hasContent(typeOf(sent))) return call(upgradeFileCalls.addCommand, sent, { purpose: 'silent' })
          const { file, maker, hardware, parameterFile } = content
          const about = { maker: maker.trim(), hardware: hardware.trim(), parameterFile: parameterFile || '0' }
          return uploaded(upgradeFileCalls.upload, { ...sent, ...about, fileName: sentName(file?.name ?? '') }, file ?? new File([], ''))
        },
        draw: (id, problems, clear, values) => {
          const type = typeOf(values)
          if (!hasContent(type)) return null
          return (
            <ContentFields
              id={id}
              type={type}
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
